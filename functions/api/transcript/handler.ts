import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts.ts';
import { dynamoCallCounter } from '../../../layers/adapters/dynamo/call-counter.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/job-intake.ts';
import { dynamoKeys } from '../../../layers/adapters/dynamo/key-store.ts';
import { dynamoReadyJobs } from '../../../layers/adapters/dynamo/ready-jobs.ts';
import { dynamoPaidWindows, dynamoVideos } from '../../../layers/adapters/dynamo/videos.ts';
import { egress } from '../../../layers/adapters/egress/egress.ts';
import { objectClient, s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { queueClient, sqsReadQueue } from '../../../layers/adapters/sqs/read-queue.ts';
import { sqsWebhookQueue } from '../../../layers/adapters/sqs/webhook-queue.ts';
import { newId, systemClock, wait } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeAcceptTranscript } from '../../../layers/app/accept-transcript.ts';
import { makeAdmit } from '../../../layers/app/admit.ts';
import { makeAnswerCall } from '../../../layers/app/answer-call.ts';
import { makeAuthenticate } from '../../../layers/app/authenticate.ts';
import { makeAwaitJob } from '../../../layers/app/await-job.ts';
import { makeReadTranscript } from '../../../layers/app/read-transcript.ts';
import { tellingReadyJobs } from '../../../layers/app/tell-of-ends.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { Env, transcriptRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const accounts = dynamoAccounts(db, env.LEDGER_TABLE);
const jobs = dynamoJobIntake(db, env.RECORDS_TABLE);
const artifacts = s3Artifacts(objectClient(), env.BUCKET);
const gate = {
  authenticate: makeAuthenticate({
    keys: dynamoKeys(db, env.RECORDS_TABLE),
    accounts,
    digest: sha256,
  }),
  admit: makeAdmit({ calls: dynamoCallCounter(db, env.RECORDS_TABLE), now: systemClock }),
};
const transcript = makeAnswerCall({
  accept: makeAcceptTranscript({
    jobs,
    readyJobs: tellingReadyJobs(
      dynamoReadyJobs(db, { records: env.RECORDS_TABLE, ledger: env.LEDGER_TABLE }),
      sqsWebhookQueue(queueClient(), env.WEBHOOK_QUEUE_URL),
    ),
    webhookRefusal: egress(env.ALLOW_PRIVATE_SOURCES).refusalOf,
    artifacts,
    queue: sqsReadQueue(queueClient(), env.READ_QUEUE_URL),
    videos: dynamoVideos(db, env.RECORDS_TABLE),
    paidWindows: dynamoPaidWindows(db, env.RECORDS_TABLE),
    accounts,
    digest: sha256,
    now: systemClock,
    newId,
  }),
  awaitJob: makeAwaitJob({ jobs, wait, now: systemClock }),
  readResult: makeReadTranscript({ artifacts }),
  syncWaitSeconds: env.SYNC_WAIT_SECONDS,
});

export const handler = httpHandler(transcriptRoute, gate, ({ principal, body }) =>
  transcript(principal, body),
);
