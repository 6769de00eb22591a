import { Logger } from '@aws-lambda-powertools/logger';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/deliveries.ts';
import { dynamoDueJobs } from '../../../layers/adapters/dynamo/due-jobs.ts';
import { dynamoJobRuns } from '../../../layers/adapters/dynamo/job-runs.ts';
import { queueClient, sqsReadQueue } from '../../../layers/adapters/sqs/read-queue.ts';
import { sqsWaiting } from '../../../layers/adapters/sqs/waiting.ts';
import { sqsWebhookQueue } from '../../../layers/adapters/sqs/webhook-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeSweepDeliveries } from '../../../layers/app/sweep-deliveries.ts';
import { makeSweepJobs } from '../../../layers/app/sweep-jobs.ts';
import { tellingRuns } from '../../../layers/app/tell-of-ends.ts';
import { readWorker } from '../../workers/workers.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const db = documentClient();
const logger = new Logger({ serviceName: 'sweep' });

const webhookQueue = sqsWebhookQueue(queueClient(), env.WEBHOOK_QUEUE_URL);
const sweepJobs = makeSweepJobs({
  dueJobs: dynamoDueJobs(db, env.RECORDS_TABLE),
  runs: tellingRuns(
    dynamoJobRuns(db, { records: env.RECORDS_TABLE, ledger: env.LEDGER_TABLE }),
    webhookQueue,
  ),
  queue: sqsReadQueue(queueClient(), env.READ_QUEUE_URL),
  waiting: sqsWaiting(queueClient(), env.READ_QUEUE_URL),
  now: systemClock,
  maxRuns: readWorker.maxReceives,
});

const sweepDeliveries = makeSweepDeliveries({
  deliveries: dynamoDeliveries(db, env.RECORDS_TABLE),
  webhookQueue,
  now: systemClock,
});

/** Called every minute. */
export const handler = async (): Promise<void> => {
  logger.info('swept', { ...(await sweepJobs()), ...(await sweepDeliveries()) });
};
