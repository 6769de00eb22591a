import { lambdaCallbacks } from '../../../layers/adapters/lambda/callbacks.ts';
import { lambdaClient } from '../../../layers/adapters/lambda/client.ts';
import { s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../../layers/adapters/s3/client.ts';
import { transcribeClient } from '../../../layers/adapters/speech/amazon.ts';
import { amazonJobEnds } from '../../../layers/adapters/speech/amazon-job-ends.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);

/** Called when a job of Amazon Transcribe has ended. */
export const handler = amazonJobEnds({
  client: transcribeClient(),
  artifacts: s3Artifacts(objectClient(), env.BUCKET),
  callbacks: lambdaCallbacks(lambdaClient()),
});
