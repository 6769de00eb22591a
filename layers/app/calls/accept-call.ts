import type { Principal } from '../../domain/accounts/credential.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { Named } from '../links/find-source.ts';
import type { Operation } from '../operations/operation.ts';
import { type AcceptDeps, makeAcceptJob } from './accept-job.ts';
import type { Call } from './call.ts';
import { type CheckDeps, makeCheckCall } from './check-call.ts';

/**
 * Accepts a call about a video. Where the video is stored, the call is planned and priced here
 * already, so that one which cannot run is told so at once, queued or not; the worker charges. A
 * window paid for whose result is stored has ended at once. A link that is still to be fetched is
 * planned and priced by the worker.
 * @throws DomainError video_not_found, source_unavailable, tier_limit, insufficient_credits,
 * rate_limited, invalid_request, and what planning throws
 */
export function makeAcceptCall<
  Request extends Call['request'] & Named & { sync: boolean },
  Plan,
  By,
>(operation: Operation<Request, Plan, By, never, unknown>, deps: AcceptDeps & CheckDeps & By) {
  const check = makeCheckCall(operation, deps);
  const acceptJob = makeAcceptJob(deps);
  return (principal: Principal, request: Request): Promise<JobRecord> =>
    acceptJob(
      { principal, operation: operation.name, request },
      async (isFree) => (await check(principal, request, isFree)).checked,
    );
}
