import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { ResultDeps } from '../operations/operation.ts';
import { OPERATIONS } from '../operations/operations.ts';

type Result = Awaited<ReturnType<ReturnType<(typeof OPERATIONS)[keyof typeof OPERATIONS]['read']>>>;

/**
 * The result of any job that succeeded: what a call that waits would have been answered.
 * @throws DomainError video_not_found when it is no longer stored
 */
export const makeReadResult =
  (deps: ResultDeps) =>
  (job: JobRecord): Promise<Result> =>
    OPERATIONS[job.operation].read(deps)(job);
