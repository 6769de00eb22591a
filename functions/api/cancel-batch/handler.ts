import { makeCancelBatch } from '../../../layers/app/batches/cancel-batch.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { batchCall } from '../../compose/batch-call.ts';
import { QuestionEnv } from '../../compose/env/question-env.ts';
import { cancelBatchRoute } from './route.ts';

const { gate, batches, cancelJob, readBatch } = await batchCall(QuestionEnv.parse(process.env));
const cancel = makeCancelBatch({ batches, cancelJob, readBatch });

export const handler = httpHandler(cancelBatchRoute, gate, async ({ principal, params }) => ({
  status: 200,
  body: await cancel(principal.orgId, params.batch_id),
}));
