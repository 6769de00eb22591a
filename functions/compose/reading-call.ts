import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { dynamoJobIntake } from '../../layers/adapters/dynamo/jobs/job-intake.ts';
import { dynamoReadyJobs } from '../../layers/adapters/dynamo/jobs/ready-jobs.ts';
import { dynamoFetches } from '../../layers/adapters/dynamo/links/fetches.ts';
import { dynamoUploads } from '../../layers/adapters/dynamo/uploads/uploads.ts';
import { makeIsOver } from '../../layers/adapters/dynamo/videos/over.ts';
import { dynamoPaidWindows, dynamoVideos } from '../../layers/adapters/dynamo/videos/videos.ts';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { chooseTextReader } from '../../layers/adapters/onnx/text/find-text-reader.ts';
import { chooseTranscriber } from '../../layers/adapters/speech/find-transcriber.ts';
import { queueClient } from '../../layers/adapters/sqs/client.ts';
import { sqsReadQueue } from '../../layers/adapters/sqs/read-queue.ts';
import { sqsWebhookQueue } from '../../layers/adapters/sqs/webhook-queue.ts';
import { newId, systemClock, wait } from '../../layers/adapters/system/clock.ts';
import { isClosing } from '../../layers/adapters/system/closing.ts';
import { sha256 } from '../../layers/adapters/system/digest.ts';
import { makeAwaitJob } from '../../layers/app/calls/await-job.ts';
import { notifyingReadyJobs } from '../../layers/app/webhooks/notify-of-ends.ts';
import { countedReadyJobs } from './counted-runs.ts';
import type { ReadingEnv } from './env/reading-env.ts';
import { credentialGate } from './gate.ts';
import { linkedArtifacts } from './signing-store.ts';

/** What the calls that become jobs are made of. */
export async function readingCall(env: ReadingEnv) {
  const db = documentClient();
  const jobs = dynamoJobIntake(db, env.RECORDS_TABLE);
  const artifacts = linkedArtifacts(env);
  const readyJobs = notifyingReadyJobs(
    countedReadyJobs(dynamoReadyJobs(db, { records: env.RECORDS_TABLE, ledger: env.LEDGER_TABLE })),
    sqsWebhookQueue(queueClient(), env.WEBHOOK_QUEUE_URL),
  );
  const isOver = makeIsOver(db, env.LEDGER_TABLE, systemClock);
  const { refusalOf } = egress(env.ALLOW_PRIVATE_SOURCES, env.EGRESS_PORTS);
  return {
    gate: credentialGate(db, env),
    accepting: {
      jobs,
      readyJobs,
      webhookRefusal: refusalOf,
      linkRefusal: refusalOf,
      artifacts,
      queue: sqsReadQueue(queueClient(), env.READ_QUEUE_URL, env.MERGE_QUEUE_URL),
      videos: dynamoVideos(db, env.RECORDS_TABLE, isOver),
      uploads: dynamoUploads(db, env.RECORDS_TABLE),
      fetches: dynamoFetches(db, env.RECORDS_TABLE, isOver),
      paidWindows: dynamoPaidWindows(db, env.RECORDS_TABLE),
      accounts: dynamoAccounts(db, env.LEDGER_TABLE),
      digest: sha256,
      now: systemClock,
      newId,
      segmentSeconds: env.SEGMENT_SECONDS,
      recogniser: (await chooseTranscriber(env))?.name ?? null,
      textReader: chooseTextReader(env)?.name ?? null,
    },
    answering: {
      awaitJob: makeAwaitJob({ jobs, wait, now: systemClock, closing: isClosing }),
      readyJobs,
      syncWaitSeconds: env.SYNC_WAIT_SECONDS,
      now: systemClock,
    },
    artifacts,
  };
}
