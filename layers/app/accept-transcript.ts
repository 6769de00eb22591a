import type { Principal } from '../domain/credential.ts';
import { DomainError } from '../domain/errors.ts';
import type { JobRecord } from '../domain/job-record.ts';
import { renewed, requireFunds } from '../domain/movements.ts';
import { requireWindow } from '../domain/tier-limits.ts';
import type { TranscriptRequest } from '../domain/transcript.ts';
import { planTranscript, transcriptCharge, transcriptLevel } from '../domain/transcript-plan.ts';
import { type AcceptDeps, makeAcceptJob } from './accept-job.ts';
import { makeFindSource } from './find-source.ts';
import type { Accounts } from './ports/accounts.ts';
import type { PaidWindows, VideoStore } from './ports/videos.ts';

interface Deps extends AcceptDeps {
  readonly videos: VideoStore;
  readonly paidWindows: PaidWindows;
  readonly accounts: Pick<Accounts, 'find'>;
}

/**
 * Accepts a transcript call, after planning and pricing it; the worker charges.
 * @throws DomainError video_not_found, source_unavailable, invalid_window, tier_limit,
 * insufficient_credits, rate_limited, invalid_request
 */
export function makeAcceptTranscript(deps: Deps) {
  const { paidWindows, accounts, now } = deps;
  const findSource = makeFindSource(deps);
  const acceptJob = makeAcceptJob(deps);
  return (principal: Principal, request: TranscriptRequest): Promise<JobRecord> =>
    acceptJob({ principal, operation: 'transcript', request }, async () => {
      const { orgId, tier, wallet } = principal;
      const video = await findSource(orgId, request);
      const plan = planTranscript(request, video.probe);
      requireWindow(tier, plan.window);
      const [paid, account] = await Promise.all([
        paidWindows.of(video, transcriptLevel(plan.language)),
        accounts.find(orgId),
      ]);
      if (!account) throw new DomainError('unauthorized', 'The organization has no account.');
      requireFunds(renewed(account, now()), wallet, transcriptCharge(plan, paid).price);
      return { video, detail: null };
    });
}
