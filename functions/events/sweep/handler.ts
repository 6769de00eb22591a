import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoDueJobs } from '../../../layers/adapters/dynamo/jobs/due-jobs.ts';
import { dynamoReadyJobs } from '../../../layers/adapters/dynamo/jobs/ready-jobs.ts';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsReadQueue } from '../../../layers/adapters/sqs/read-queue.ts';
import { sqsWaiting } from '../../../layers/adapters/sqs/waiting.ts';
import { sqsWebhookQueue } from '../../../layers/adapters/sqs/webhook-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeSweepBatches } from '../../../layers/app/batches/advance-waiting.ts';
import { makeSweepJobs } from '../../../layers/app/jobs/sweep-jobs.ts';
import { makeSweepDeliveries } from '../../../layers/app/webhooks/sweep-deliveries.ts';
import { Log } from '../../../layers/log/log.ts';
import { batchCall } from '../../compose/batch-call.ts';
import { jobRuns } from '../../compose/job-runs.ts';
import { sweepAll } from '../../compose/sweep-all.ts';
import { readWorker } from '../../workers/workers.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const db = documentClient();
const log = new Log('sweep');

const sweepJobs = makeSweepJobs({
  dueJobs: dynamoDueJobs(db, env.RECORDS_TABLE),
  runs: jobRuns(db, env),
  readyJobs: dynamoReadyJobs(db, { records: env.RECORDS_TABLE, ledger: env.LEDGER_TABLE }),
  queue: sqsReadQueue(queueClient(), env.READ_QUEUE_URL),
  waiting: sqsWaiting(queueClient(), env.READ_QUEUE_URL, env.MERGE_QUEUE_URL),
  now: systemClock,
  // A long read takes one run to begin it, and one more to have its words heard.
  maxRuns: readWorker.maxReceives + 2,
});

const sweepDeliveries = makeSweepDeliveries({
  deliveries: dynamoDeliveries(db, env.RECORDS_TABLE),
  webhookQueue: sqsWebhookQueue(queueClient(), env.WEBHOOK_QUEUE_URL),
  now: systemClock,
});

const sweepBatches = makeSweepBatches({ ...(await batchCall(env)), now: systemClock });

/** Called every minute. */
export const handler = (): Promise<void> =>
  sweepAll(log, 'swept', [sweepJobs, sweepDeliveries, sweepBatches]);
