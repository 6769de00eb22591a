import { httpHandler } from '../../../layers/http/http-handler.ts';
import { batchCall } from '../../compose/batch-call.ts';
import { QuestionEnv } from '../../compose/env/question-env.ts';
import { getBatchRoute } from './route.ts';

const { gate, readBatch } = await batchCall(QuestionEnv.parse(process.env));

export const handler = httpHandler(getBatchRoute, gate, async ({ principal, params, query }) => ({
  status: 200,
  body: await readBatch(principal.orgId, params.batch_id, query.wait),
}));
