import type { Account } from '../../domain/account.ts';
import type { Principal } from '../../domain/credential.ts';
import { DomainError } from '../../domain/errors.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import { renewed, requireFunds, requireSomeFunds } from '../../domain/movements.ts';
import { requireWindow } from '../../domain/tier-limits.ts';
import type { VideoRecord } from '../../domain/video-record.ts';
import { makeFindSource, type Named, type SourceDeps } from '../links/find-source.ts';
import type { Operation } from '../operations/operation.ts';
import { resultPlace } from '../operations/result-key.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { PaidWindows } from '../ports/videos.ts';
import { type AcceptDeps, type Call, type Checked, makeAcceptJob } from './accept-job.ts';

interface Deps extends AcceptDeps, SourceDeps {
  readonly paidWindows: PaidWindows;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly artifacts: Pick<ArtifactStore, 'has'>;
}

/**
 * Accepts a call about a video. Where the video is stored, the call is planned and priced here
 * already, so that one which cannot run is told so at once, queued or not; the worker charges. A
 * window paid for whose result is stored has ended at once. A link that is still to be fetched is
 * planned and priced by the worker.
 * @throws DomainError video_not_found, source_unavailable, tier_limit, insufficient_credits,
 * rate_limited, invalid_request, and what planning throws
 */
export function makeAcceptCall<Request extends Call['request'] & Named, Plan>(
  operation: Operation<Request, Plan>,
  deps: Deps,
) {
  const { paidWindows, accounts, artifacts, digest, now } = deps;
  const findSource = makeFindSource(deps);
  const acceptJob = makeAcceptJob(deps);
  const planned = async (
    { tier, wallet }: Principal,
    request: Request,
    video: VideoRecord,
    account: Account,
  ): Promise<Checked> => {
    const { detail, window, pays, charge, question } = operation.plan(request, video);
    requireWindow(tier, window);
    const price = charge(await paidWindows.of(video, pays.level));
    requireFunds(account, wallet, price.price);
    const { resultKey } = resultPlace(digest, video, question);
    const ready = price.cacheHit && (await artifacts.has(resultKey));
    return { video, detail, ...(ready ? { ready: { ...price, resultKey } } : {}) };
  };
  return (principal: Principal, request: Request): Promise<JobRecord> =>
    acceptJob({ principal, operation: operation.name, request }, async () => {
      const [source, found] = await Promise.all([
        findSource(principal, request),
        accounts.find(principal.orgId),
      ]);
      operation.requireTier(principal.tier, request);
      if (!found) throw new DomainError('unauthorized', 'The organization has no account.');
      const account = renewed(found, now());
      if (source.kind === 'stored') return planned(principal, request, source.video, account);
      requireSomeFunds(account, principal.wallet);
      const { video, reserving } = source;
      return { video, detail: null, ...(reserving ? { reserving } : {}) };
    });
}
