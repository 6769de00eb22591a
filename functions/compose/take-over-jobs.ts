import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { dynamoDueJobs } from '../../layers/adapters/dynamo/jobs/due-jobs.ts';
import { dynamoHolds } from '../../layers/adapters/dynamo/jobs/held-run.ts';
import { dynamoDeliveries } from '../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { systemClock } from '../../layers/adapters/system/clock.ts';
import { makeTakeOver } from '../../layers/app/jobs/take-over.ts';
import { TablesEnv } from './env/tables-env.ts';

/**
 * Before the one process of workers begins: nobody is at work any more on what the process before it
 * had in hand.
 */
export function takeOverJobs(env: NodeJS.ProcessEnv): Promise<void> {
  const { RECORDS_TABLE } = TablesEnv.parse(env);
  const db = documentClient();
  return makeTakeOver({
    dueJobs: dynamoDueJobs(db, RECORDS_TABLE),
    runs: dynamoHolds(db, RECORDS_TABLE),
    deliveries: dynamoDeliveries(db, RECORDS_TABLE),
    now: systemClock,
  })();
}
