import { withDurableExecution } from '@aws/durable-execution-sdk-js';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoHolds } from '../../../layers/adapters/dynamo/jobs/held-run.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/jobs/job-intake.ts';
import { dynamoRecogniserSlots } from '../../../layers/adapters/dynamo/transcript/recogniser-slots.ts';
import { chooseTranscriber } from '../../../layers/adapters/speech/find-transcriber.ts';
import { queuedWindows } from '../../../layers/adapters/speech/queued-windows.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsReadQueue } from '../../../layers/adapters/sqs/read-queue.ts';
import { sqsWindowQueue } from '../../../layers/adapters/sqs/window-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { decodedStore } from '../../compose/signing-store.ts';
import { makeCarryTranscript } from './carry-transcript.ts';
import { Env } from './env.ts';
import { hearingSteps } from './steps.ts';

const env = Env.parse(process.env);
const db = documentClient();
const { artifacts, direct } = decodedStore(env);
const transcriber = await chooseTranscriber(env);

export const handler = withDurableExecution(
  makeCarryTranscript({
    work: hearingSteps({
      artifacts,
      direct,
      jobs: dynamoJobIntake(db, env.RECORDS_TABLE),
      runs: dynamoHolds(db, env.RECORDS_TABLE),
      queue: sqsReadQueue(queueClient(), env.MERGE_QUEUE_URL),
      slots: dynamoRecogniserSlots({ db, table: env.RECORDS_TABLE, now: systemClock }),
      recogniser:
        transcriber?.windows?.({ artifacts, bucket: env.BUCKET }) ??
        queuedWindows({
          artifacts,
          queue: sqsWindowQueue(queueClient(), env.RECOGNISE_QUEUE_URL),
        }),
      now: systemClock,
      windowSeconds: env.SPEECH_WINDOW_SECONDS,
    }),
    decodeFunction: env.DECODE_FUNCTION,
  }),
);
