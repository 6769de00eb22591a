import type { Principal } from '../../domain/accounts/credential.ts';
import { DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import type { QueuedJob } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { queuedOf } from '../../domain/jobs/job-summary.ts';
import { JsonStream } from '../../domain/json-stream.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReadyJobs } from '../ports/jobs/ready-jobs.ts';
import { secondsUntil } from '../seconds-until.ts';
import type { makeAwaitJob } from './await-job.ts';

interface JobDeps<Result> {
  readonly awaitJob: ReturnType<typeof makeAwaitJob>;
  readonly readResult: (job: JobRecord) => Promise<Result | JsonStream<Result>>;
  readonly readyJobs: Pick<ReadyJobs, 'release'>;
  /** How long a call that waits may wait. */
  readonly syncWaitSeconds: number;
  readonly now: Clock;
}

interface Deps<Request, Result> extends JobDeps<Result> {
  readonly accept: (principal: Principal, request: Request) => Promise<JobRecord>;
}

export type CallAnswer<Result> =
  | { readonly status: 200; readonly body: Result | JsonStream<Result> | QueuedJob }
  | { readonly status: 202; readonly body: QueuedJob };

/**
 * Answers a call whose job is accepted: queued at once, or with what the job ends with. A job that
 * outlasts the wait goes on, and the call is answered with its id.
 * @throws DomainError the error that the job ended with
 */
export const makeAnswerJob =
  <Result>({ awaitJob, readResult, readyJobs, syncWaitSeconds, now }: JobDeps<Result>) =>
  async (accepted: JobRecord, { sync }: { sync: boolean }): Promise<CallAnswer<Result>> => {
    if (!sync) return { status: 200, body: queuedOf(accepted) };
    const job = await awaitJob(accepted, syncWaitSeconds);
    switch (job.status) {
      case 'succeeded':
        return { status: 200, body: await sent(accepted, readResult(job), readyJobs) };
      case 'failed':
      case 'cancelled':
        throw DomainError.from(job.error ?? PROCESSING_FAILED, secondsUntil(job.retry_at, now()));
      default:
        return { status: 202, body: queuedOf(job) };
    }
  };

/**
 * Answers a call that becomes a job.
 * @throws DomainError what accepting throws, and the error that the job ended with
 */
export const makeAnswerCall = <Request extends { sync: boolean }, Result>({
  accept,
  ...deps
}: Deps<Request, Result>) => {
  const answerJob = makeAnswerJob(deps);
  return async (principal: Principal, request: Request): Promise<CallAnswer<Result>> =>
    answerJob(await accept(principal, request), request);
};

/** A result whose job gives its slot back when it was sent, or cannot be. */
async function sent<Result>(
  accepted: JobRecord,
  reading: Promise<Result | JsonStream<Result>>,
  readyJobs: Pick<ReadyJobs, 'release'>,
): Promise<Result | JsonStream<Result>> {
  if (!accepted.holds_slot) return reading;
  // A slot that is not given back now is found by the sweep.
  const release = () => readyJobs.release(accepted).catch(() => undefined);
  try {
    const result = await reading;
    if (result instanceof JsonStream) {
      return new JsonStream(beforeTheEnd(result.chunks, release));
    }
    await release();
    return result;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Does something before the last chunk is handed on, or when nobody takes the chunks any more. */
async function* beforeTheEnd<Chunk>(
  chunks: AsyncIterable<Chunk>,
  act: () => Promise<void>,
): AsyncGenerator<Chunk> {
  let last: { readonly chunk: Chunk } | undefined;
  try {
    for await (const chunk of chunks) {
      if (last) yield last.chunk;
      last = { chunk };
    }
  } finally {
    await act();
  }
  if (last) yield last.chunk;
}
