import type { Principal } from '../../domain/credential.ts';
import { DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import type { QueuedJob } from '../../domain/job.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import { queuedOf } from '../jobs/get-job.ts';
import type { Clock } from '../ports/clock.ts';
import { secondsUntil } from '../seconds-until.ts';
import type { makeAwaitJob } from './await-job.ts';

interface JobDeps<Result> {
  readonly awaitJob: ReturnType<typeof makeAwaitJob>;
  readonly readResult: (job: JobRecord) => Promise<Result>;
  /** How long a call that waits may wait. */
  readonly syncWaitSeconds: number;
  readonly now: Clock;
}

interface Deps<Request, Result> extends JobDeps<Result> {
  readonly accept: (principal: Principal, request: Request) => Promise<JobRecord>;
}

export type CallAnswer<Result> =
  | { readonly status: 200; readonly body: Result | QueuedJob }
  | { readonly status: 202; readonly body: QueuedJob };

/**
 * Answers a call whose job is accepted: queued at once, or with what the job ends with. A job that
 * outlasts the wait goes on, and the call is answered with its id.
 * @throws DomainError the error that the job ended with
 */
export const makeAnswerJob =
  <Result>({ awaitJob, readResult, syncWaitSeconds, now }: JobDeps<Result>) =>
  async (accepted: JobRecord, { sync }: { sync: boolean }): Promise<CallAnswer<Result>> => {
    if (!sync) return { status: 200, body: queuedOf(accepted) };
    const job = await awaitJob(accepted, syncWaitSeconds);
    switch (job.status) {
      case 'succeeded':
        return { status: 200, body: await readResult(job) };
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
