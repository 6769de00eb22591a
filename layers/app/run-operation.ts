import { charge } from '../domain/movements.ts';
import { requireWindow } from '../domain/tier-limits.ts';
import type { VideoRecord } from '../domain/video-record.ts';
import type { HaveVideo } from './have-video.ts';
import type { Operation } from './operation.ts';
import type { ArtifactStore } from './ports/artifacts.ts';
import type { Clock } from './ports/clock.ts';
import type { Digest } from './ports/digest.ts';
import type { JobRuns } from './ports/jobs.ts';
import type { PaidWindows } from './ports/videos.ts';
import type { Work } from './run-job.ts';
import { type Made, makeSettleJob } from './settle-job.ts';

export interface RunDeps {
  readonly runs: Pick<JobRuns, 'charge' | 'succeed'>;
  readonly haveVideo: HaveVideo;
  readonly paidWindows: PaidWindows;
  readonly artifacts: ArtifactStore;
  readonly digest: Digest;
  readonly now: Clock;
}

/** What is made of a video for a request. */
interface Making<Request, Plan> {
  readonly video: VideoRecord;
  readonly request: Request;
  readonly plan: Plan;
  /** Where what belongs to the result goes. */
  readonly folder: string;
}

/** Makes what is kept as the result. */
export type Make<Request, Plan> = (
  making: Making<Request, Plan>,
  signal: AbortSignal,
) => Promise<Made<{ readonly notes: readonly string[] }>>;

/**
 * Does the work of one operation: has the video, charges, makes the result and ends the job. A
 * question that was answered before, for the same bytes, is served again without work.
 * @throws DomainError video_not_found, source_unavailable, tier_limit, insufficient_credits, and what
 * planning and making throw
 */
export function makeRunOperation<Request, Plan>(
  operation: Operation<Request, Plan>,
  make: Make<Request, Plan>,
  deps: RunDeps,
): Work {
  const { runs, haveVideo, paidWindows, now } = deps;
  const settle = makeSettleJob(deps);
  return async (run, job, signal) => {
    const video = await haveVideo(run, job, signal);
    const request = operation.parse(job.request);
    const planned = operation.plan(request, video);
    const { plan, detail, window, pays, question } = planned;
    const price = planned.charge(await paidWindows.of(video, pays.level));
    const { job_id: jobId, wallet } = job;
    const charged = await runs.charge(
      run,
      (account) => {
        // For a link this is the first time that its length is known.
        requireWindow(account.tier, window);
        return charge(account, { jobId, wallet, ...price }, now());
      },
      { detail, cacheHit: price.cacheHit },
    );
    await settle({
      run,
      job: charged,
      question,
      paid: pays,
      make: async (folder) => {
        const { result, whole } = await make({ video, request, plan, folder }, signal);
        return {
          result: { ...result, notes: [...(video.link?.notes ?? []), ...result.notes] },
          whole,
        };
      },
    });
  };
}
