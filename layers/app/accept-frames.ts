import type { Principal } from '../domain/credential.ts';
import { DomainError } from '../domain/errors.ts';
import type { FramesRequest } from '../domain/frames.ts';
import { framesCharge } from '../domain/frames-charge.ts';
import { planFrames } from '../domain/frames-plan.ts';
import type { JobRecord } from '../domain/job-record.ts';
import { renewed, requireFunds } from '../domain/movements.ts';
import { requireLevel, requireWindow } from '../domain/tier-limits.ts';
import { type AcceptDeps, makeAcceptJob } from './accept-job.ts';
import { makeFindSource } from './find-source.ts';
import type { Accounts } from './ports/accounts.ts';
import type { ArtifactStore } from './ports/artifacts.ts';
import type { PaidWindows, VideoStore } from './ports/videos.ts';
import { framesQuestion, resultPlace } from './result-key.ts';

interface Deps extends AcceptDeps {
  readonly videos: VideoStore;
  readonly paidWindows: PaidWindows;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly artifacts: Pick<ArtifactStore, 'get'>;
}

/**
 * Accepts a frames call. It is planned and priced here already, so that a call which cannot run is
 * told so at once, queued or not; the worker charges. A window paid for whose result is stored has ended at once.
 * @throws DomainError video_not_found, source_unavailable, no_video_stream, invalid_window,
 * window_too_long_for_detail, tier_limit, insufficient_credits, rate_limited, invalid_request
 */
export function makeAcceptFrames(deps: Deps) {
  const { paidWindows, accounts, artifacts, digest, now } = deps;
  const findSource = makeFindSource(deps);
  const acceptJob = makeAcceptJob(deps);
  return (principal: Principal, request: FramesRequest): Promise<JobRecord> =>
    acceptJob({ principal, operation: 'frames', request }, async () => {
      const { orgId, tier, wallet } = principal;
      const video = await findSource(orgId, request);
      requireLevel(tier, request.detail);
      const plan = planFrames(request, video.probe);
      requireWindow(tier, plan.window);
      const [paid, account] = await Promise.all([
        paidWindows.of(video, plan.level),
        accounts.find(orgId),
      ]);
      if (!account) throw new DomainError('unauthorized', 'The organization has no account.');
      const charge = framesCharge(plan, paid);
      requireFunds(renewed(account, now()), wallet, charge.price);
      const { resultKey } = resultPlace(digest, video, framesQuestion(video, request, plan));
      const ready = charge.cacheHit && (await artifacts.get(resultKey)) !== undefined;
      return { video, detail: plan.level, ...(ready ? { ready: { ...charge, resultKey } } : {}) };
    });
}
