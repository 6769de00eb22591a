import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts/accounts.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/jobs/job-intake.ts';
import { dynamoUploads } from '../../../layers/adapters/dynamo/uploads/uploads.ts';
import { dynamoErasures } from '../../../layers/adapters/dynamo/videos/erasures.ts';
import { dynamoRetention } from '../../../layers/adapters/dynamo/videos/retention.ts';
import { s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../../layers/adapters/s3/client.ts';
import { s3DirectStore } from '../../../layers/adapters/s3/direct-store.ts';
import { s3ErasedIds } from '../../../layers/adapters/s3/erased-ids.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsWebhookQueue } from '../../../layers/adapters/sqs/webhook-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeSweepUploads } from '../../../layers/app/uploads/sweep-uploads.ts';
import { makeEraseVideo, makeSweepErasures } from '../../../layers/app/videos/erase-video.ts';
import { makeSweepRetention } from '../../../layers/app/videos/sweep-retention.ts';
import { notifyingUploads } from '../../../layers/app/webhooks/notify-of-ends.ts';
import { Log } from '../../../layers/log/log.ts';
import { jobRuns } from '../../compose/job-runs.ts';
import { sweepAll } from '../../compose/sweep-all.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const db = documentClient();
const log = new Log('tidy');

const objects = objectClient();
const artifacts = s3Artifacts(objects, env.BUCKET);
const erasing = {
  erasures: dynamoErasures(db, env.RECORDS_TABLE),
  erased: s3ErasedIds(objects, env.BUCKET),
  jobs: dynamoJobIntake(db, env.RECORDS_TABLE),
  runs: jobRuns(db, env),
  artifacts,
  now: systemClock,
};
const sweepErasures = makeSweepErasures(erasing);
const sweepRetention = makeSweepRetention({
  retention: dynamoRetention(db, env.RECORDS_TABLE),
  accounts: dynamoAccounts(db, env.LEDGER_TABLE),
  jobs: erasing.jobs,
  eraseVideo: makeEraseVideo(erasing),
  now: systemClock,
});
const sweepUploads = makeSweepUploads({
  uploads: notifyingUploads(
    dynamoUploads(db, env.RECORDS_TABLE),
    sqsWebhookQueue(queueClient(), env.WEBHOOK_QUEUE_URL),
  ),
  artifacts,
  direct: s3DirectStore(objects, env.BUCKET),
  now: systemClock,
});

/** Called every minute. */
export const handler = (): Promise<void> =>
  sweepAll(log, 'tidied', [sweepErasures, sweepUploads, sweepRetention]);
