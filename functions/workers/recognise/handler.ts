import { lambdaCallbacks } from '../../../layers/adapters/lambda/callbacks.ts';
import { lambdaClient } from '../../../layers/adapters/lambda/client.ts';
import { s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../../layers/adapters/s3/client.ts';
import { chooseTranscriber } from '../../../layers/adapters/speech/find-transcriber.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsVisibility } from '../../../layers/adapters/sqs/visibility.ts';
import { wait } from '../../../layers/adapters/system/clock.ts';
import { makeRecogniseWindow } from '../../../layers/app/transcript/recognise-window.ts';
import { windowHandler } from '../../../layers/queue/window-handler.ts';
import { recogniseWorker } from '../workers.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const artifacts = s3Artifacts(objectClient(), env.BUCKET);
const transcriber = (await chooseTranscriber(env))?.connect(
  { artifacts, bucket: env.BUCKET },
  wait,
);

export const handler = windowHandler({
  recognise: makeRecogniseWindow({
    artifacts,
    transcriber,
    callbacks: lambdaCallbacks(lambdaClient()),
  }),
  hide: sqsVisibility(queueClient(), env.RECOGNISE_QUEUE_URL),
  maxReceives: recogniseWorker.maxReceives,
});
