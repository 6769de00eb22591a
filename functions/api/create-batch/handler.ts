import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeCreateBatch } from '../../../layers/app/batches/create-batch.ts';
import { makeEstimateBatch } from '../../../layers/app/batches/estimate-batch.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { batchCall } from '../../compose/batch-call.ts';
import { QuestionEnv } from '../../compose/env/question-env.ts';
import { createBatchRoute } from './route.ts';

const { gate, asking, batches, advance } = await batchCall(QuestionEnv.parse(process.env));
const create = makeCreateBatch({ ...asking, batches, advance, digest: sha256 });

const estimate = makeEstimateBatch(asking);

export const handler = httpHandler(createBatchRoute, gate, async ({ principal, body }) => {
  const { estimate: isEstimate, ...request } = body;
  if (isEstimate) return { status: 200, body: { estimate: await estimate(principal, request) } };
  return { status: 200, body: await create(principal, request) };
});
