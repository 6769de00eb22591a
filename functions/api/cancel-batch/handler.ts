import { makeCancelBatch } from '../../../layers/app/batches/cancel-batch.ts';
import { makeCancelJob } from '../../../layers/app/jobs/cancel-job.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { batchCall } from '../../compose/batch-call.ts';
import { jobRuns } from '../../compose/job-runs.ts';
import { QuestionEnv } from '../../compose/question-env.ts';
import { cancelBatchRoute } from './route.ts';

const env = QuestionEnv.parse(process.env);
const { gate, asking, batches, readBatch, db } = await batchCall(env);
const cancelJob = makeCancelJob({ ...asking, runs: jobRuns(db, env) });
const cancel = makeCancelBatch({ batches, cancelJob, readBatch });

export const handler = httpHandler(cancelBatchRoute, gate, async ({ principal, params }) => ({
  status: 200,
  body: await cancel(principal.orgId, params.batch_id),
}));
