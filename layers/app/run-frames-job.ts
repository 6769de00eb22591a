import { FramesRequest } from '../domain/frames.ts';
import { framesCharge } from '../domain/frames-charge.ts';
import { planFrames } from '../domain/frames-plan.ts';
import { charge } from '../domain/movements.ts';
import { type DrawFrames, makeDrawFrames } from './draw-frames.ts';
import type { Listen } from './listen.ts';
import { notFound } from './not-found.ts';
import type { ArtifactStore } from './ports/artifacts.ts';
import type { Clock } from './ports/clock.ts';
import type { Digest } from './ports/digest.ts';
import type { Engine } from './ports/engine.ts';
import type { JobRuns } from './ports/jobs.ts';
import type { PaidWindows, VideoStore } from './ports/videos.ts';
import { framesQuestion } from './result-key.ts';
import type { Work } from './run-job.ts';
import { makeSettleJob } from './settle-job.ts';

interface Deps {
  readonly runs: JobRuns;
  readonly videos: Pick<VideoStore, 'find'>;
  readonly paidWindows: PaidWindows;
  readonly artifacts: ArtifactStore;
  readonly engine: Pick<Engine, 'draw'>;
  readonly listen: Listen;
  readonly digest: Digest;
  readonly now: Clock;
}

/**
 * Charges, draws and stores a frames job. A question that was drawn before, for the same bytes, is
 * served again without work.
 * @throws DomainError video_not_found, insufficient_credits, and what planning and drawing throw
 */
export function makeRunFramesJob(deps: Deps): Work {
  const { runs, videos, paidWindows, now } = deps;
  const draw: DrawFrames = makeDrawFrames(deps);
  const settle = makeSettleJob(deps);
  return async (run, job, signal) => {
    const video = await videos.find(job.org_id, job.video_id);
    if (video?.version !== job.video_version) throw notFound('video');
    const request = FramesRequest.parse(job.request);
    const plan = planFrames(request, video.probe);
    const { price, cacheHit, reason } = framesCharge(plan, await paidWindows.of(video, plan.level));
    const charged = await runs.charge(
      run,
      (account) => charge(account, { jobId: job.job_id, wallet: job.wallet, price, reason }, now()),
      { detail: plan.level, cacheHit },
    );
    const language = request.transcribe ? request.language.toLowerCase() : null;
    await settle({
      run,
      job: charged,
      question: framesQuestion(video, request, plan),
      paid: { level: plan.level, window: plan.covered },
      make: (folder) => draw({ video, plan, folder, language }, signal),
    });
  };
}
