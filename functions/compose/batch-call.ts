import { dynamoBatches } from '../../layers/adapters/dynamo/batches/batches.ts';
import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { wait } from '../../layers/adapters/system/clock.ts';
import { isClosing } from '../../layers/adapters/system/closing.ts';
import { makeAdvanceBatch } from '../../layers/app/batches/advance-batch.ts';
import { makeReadBatch } from '../../layers/app/batches/read-batch.ts';
import { makeCancelJob } from '../../layers/app/jobs/cancel-job.ts';
import { OPERATIONS } from '../../layers/app/operations/operations.ts';
import { makeAskQuestion } from '../../layers/app/questions/ask-question.ts';
import type { QuestionEnv } from './env/question-env.ts';
import { jobRuns } from './job-runs.ts';
import { questionCall } from './question-call.ts';

/** What the calls about batches are made of. */
export async function batchCall(env: QuestionEnv) {
  const call = await questionCall(env);
  const db = documentClient();
  const batches = dynamoBatches(db, env.RECORDS_TABLE);
  const { asking, artifacts } = call;
  const cancelJob = makeCancelJob({ ...asking, runs: jobRuns(db, env) });
  const ask = makeAskQuestion(asking);
  const advance = makeAdvanceBatch({ ...asking, batches, ask, cancelJob });
  const readAnswer = OPERATIONS.watch_video.read({ artifacts });
  return {
    ...call,
    batches,
    advance,
    cancelJob,
    readBatch: makeReadBatch({ ...asking, batches, readAnswer, advance, wait, closing: isClosing }),
  };
}
