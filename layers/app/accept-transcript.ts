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
import type { ArtifactStore } from './ports/artifacts.ts';
import type { PaidWindows, VideoStore } from './ports/videos.ts';
import { resultPlace, transcriptQuestion } from './result-key.ts';

interface Deps extends AcceptDeps {
  readonly videos: VideoStore;
  readonly paidWindows: PaidWindows;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly artifacts: Pick<ArtifactStore, 'get'>;
}

/**
 * Accepts a transcript call, after planning and pricing it; the worker charges. A window
 * paid for whose result is stored has ended at once.
 * @throws DomainError video_not_found, source_unavailable, invalid_window, tier_limit,
 * insufficient_credits, rate_limited, invalid_request
 */
export function makeAcceptTranscript(deps: Deps) {
  const { paidWindows, accounts, artifacts, digest, now } = deps;
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
      const charge = transcriptCharge(plan, paid);
      requireFunds(renewed(account, now()), wallet, charge.price);
      const { resultKey } = resultPlace(digest, video, transcriptQuestion(video, plan));
      const ready = charge.cacheHit && (await artifacts.get(resultKey)) !== undefined;
      return { video, detail: null, ...(ready ? { ready: { ...charge, resultKey } } : {}) };
    });
}
