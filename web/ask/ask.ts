import { bodyOf } from '../api/client.ts';
import type { AlreadyRead, Answer, WatchVideoRequest } from '../api/types.ts';
import { api } from '../app/api.ts';
import type { Price } from '../video/price.tsx';
import type { Started } from '../video/use-read.ts';

/** A question as it is sent; members that are left out have the defaults of the service. */
export type Question = Omit<WatchVideoRequest, 'estimate' | 'sync'>;

/** What a question without words asks. */
export const ANYTHING = 'What happens, from start to end?';

/** Such a call starts nothing: it answers with what asking on and reading anew cost. */
const isReadBefore = ({ credits, cache_hit }: Price): boolean => credits === 0 && !cache_hit;

const READ_BEFORE = {
  credits: null,
  reason: 'Read before: the next step shows what an answer costs, and charges nothing yet',
  balance_after: null,
};

/** What a question would cost now. It starts and charges nothing. */
export async function priceOfQuestion(question: Question): Promise<Price> {
  const answer = await bodyOf(
    api.POST('/v1/watch_video', { body: { ...question, estimate: true } }),
  );
  if (!('estimate' in answer)) throw new Error('The service did not answer with a price.');
  const { estimate } = answer;
  return isReadBefore(estimate) ? { ...estimate, ...READ_BEFORE } : estimate;
}

/** Asks; answers with a job, with the answer itself, or with what was read before. */
export async function ask(question: Question): Promise<Started | { before: AlreadyRead }> {
  const answer = await bodyOf(api.POST('/v1/watch_video', { body: { ...question, sync: false } }));
  if ('next' in answer) return { before: answer as AlreadyRead };
  if ('answer' in answer) return { jobId: answer.session_id, result: answer as Answer };
  if ('job_id' in answer) return { jobId: answer.job_id };
  throw new Error('The service answered with something unknown.');
}
