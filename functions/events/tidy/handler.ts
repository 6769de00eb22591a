import { Logger } from '@aws-lambda-powertools/logger';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoErasures } from '../../../layers/adapters/dynamo/erasures.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/job-intake.ts';
import { dynamoJobRuns } from '../../../layers/adapters/dynamo/job-runs.ts';
import { dynamoUploads } from '../../../layers/adapters/dynamo/uploads.ts';
import { objectClient, s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { s3DirectStore } from '../../../layers/adapters/s3/direct-store.ts';
import { queueClient } from '../../../layers/adapters/sqs/read-queue.ts';
import { sqsWebhookQueue } from '../../../layers/adapters/sqs/webhook-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeSweepErasures } from '../../../layers/app/erase-video.ts';
import { makeSweepUploads } from '../../../layers/app/sweep-uploads.ts';
import { tellingRuns } from '../../../layers/app/tell-of-ends.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const db = documentClient();
const logger = new Logger({ serviceName: 'tidy' });

const objects = objectClient();
const artifacts = s3Artifacts(objects, env.BUCKET);
const sweepErasures = makeSweepErasures({
  erasures: dynamoErasures(db, env.RECORDS_TABLE),
  jobs: dynamoJobIntake(db, env.RECORDS_TABLE),
  runs: tellingRuns(
    dynamoJobRuns(db, { records: env.RECORDS_TABLE, ledger: env.LEDGER_TABLE }),
    sqsWebhookQueue(queueClient(), env.WEBHOOK_QUEUE_URL),
  ),
  artifacts,
  now: systemClock,
});
const sweepUploads = makeSweepUploads({
  uploads: dynamoUploads(db, env.RECORDS_TABLE),
  artifacts,
  direct: s3DirectStore(objects, env.BUCKET),
  now: systemClock,
});

/** Called every minute. */
export const handler = async (): Promise<void> => {
  logger.info('tidied', { ...(await sweepErasures()), ...(await sweepUploads()) });
};
