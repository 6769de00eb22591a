import type { Principal } from '../domain/credential.ts';
import { DomainError, PROCESSING_FAILED } from '../domain/errors.ts';
import type { FramesRequest, FramesResult } from '../domain/frames.ts';
import type { QueuedJob } from '../domain/job.ts';
import type { makeAcceptFrames } from './accept-frames.ts';
import type { makeAwaitJob } from './await-job.ts';
import { queuedOf } from './get-job.ts';
import type { makeReadResult } from './read-result.ts';

interface Deps {
  readonly acceptFrames: ReturnType<typeof makeAcceptFrames>;
  readonly awaitJob: ReturnType<typeof makeAwaitJob>;
  readonly readResult: ReturnType<typeof makeReadResult>;
  /** How long a call that waits may wait. */
  readonly syncWaitSeconds: number;
}

export type FramesAnswer =
  | { readonly status: 200; readonly body: FramesResult | QueuedJob }
  | { readonly status: 202; readonly body: QueuedJob };

/**
 * Answers a frames call: queued at once, or with what the job ends with. A job that outlasts the
 * wait goes on, and the call is answered with its id.
 * @throws DomainError what accepting throws, and the error that the job ended with
 */
export const makeFrames =
  ({ acceptFrames, awaitJob, readResult, syncWaitSeconds }: Deps) =>
  async (principal: Principal, request: FramesRequest): Promise<FramesAnswer> => {
    const accepted = await acceptFrames(principal, request);
    if (!request.sync) return { status: 200, body: queuedOf(accepted) };
    const job = await awaitJob(accepted, syncWaitSeconds);
    switch (job.status) {
      case 'succeeded':
        return { status: 200, body: await readResult(job) };
      case 'failed':
      case 'cancelled': {
        const { type, message, ...detail } = job.error ?? PROCESSING_FAILED;
        throw new DomainError(type, message, detail);
      }
      default:
        return { status: 202, body: queuedOf(job) };
    }
  };
