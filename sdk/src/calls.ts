import { Job } from './job.ts';
import { type Patience, patiently, type Reply } from './patience.ts';
import { newIdempotencyKey, type Transport } from './transport.ts';
import type { QueuedJob } from './types.ts';

export interface CallOptions {
  /** Ends the wait for the answer; a job that was begun goes on. */
  readonly signal?: AbortSignal;
}

interface Repeatable {
  readonly idempotency_key?: string | undefined;
  readonly estimate?: boolean | undefined;
}

type Headers = { readonly 'Idempotency-Key'?: string };

/**
 * Under one key all tries of a call are one job, paid once. A call that names its own key has it in
 * its body; an estimate takes none.
 */
export const repeatHeaders = ({ idempotency_key: own, estimate }: Repeatable): Headers =>
  own !== undefined || estimate === true ? {} : { 'Idempotency-Key': newIdempotencyKey() };

const isQueued = (answer: unknown): answer is QueuedJob =>
  typeof answer === 'object' && answer !== null && 'queue' in answer && 'job_id' in answer;

const isEstimated = (answer: unknown): answer is { readonly estimate: unknown } =>
  typeof answer === 'object' && answer !== null && 'estimate' in answer;

/**
 * What a call that becomes a job is answered with: its result, also where that comes after the
 * service's own wait; the job itself where `sync` is false; the price where `estimate` is true.
 */
export async function answerOf(
  transport: Transport,
  patience: Patience,
  { sync }: { readonly sync?: boolean | undefined },
  send: () => Promise<Reply>,
): Promise<unknown> {
  const answer = await patiently<unknown>(patience, send);
  if (isEstimated(answer)) return answer.estimate;
  if (!isQueued(answer)) return answer;
  const job = new Job(answer.job_id, transport, { ...patience, signal: undefined });
  if (sync === false) return job;
  return job.wait(patience.signal ? { signal: patience.signal } : {});
}
