import { charge } from '../domain/movements.ts';
import type { StoredTranscript } from '../domain/stored-transcript.ts';
import { TranscriptRequest } from '../domain/transcript.ts';
import { planTranscript, transcriptCharge, transcriptLevel } from '../domain/transcript-plan.ts';
import { videoOf } from '../domain/video-record.ts';
import type { Listen } from './listen.ts';
import { notFound } from './not-found.ts';
import type { ArtifactStore } from './ports/artifacts.ts';
import type { Clock } from './ports/clock.ts';
import type { Digest } from './ports/digest.ts';
import type { JobRuns } from './ports/jobs.ts';
import type { PaidWindows, VideoStore } from './ports/videos.ts';
import { transcriptQuestion } from './result-key.ts';
import type { Work } from './run-job.ts';
import { makeSettleJob } from './settle-job.ts';

interface Deps {
  readonly runs: JobRuns;
  readonly videos: Pick<VideoStore, 'find'>;
  readonly paidWindows: PaidWindows;
  readonly artifacts: ArtifactStore;
  readonly listen: Listen;
  readonly digest: Digest;
  readonly now: Clock;
}

/**
 * Charges, listens and stores a transcript job.
 * @throws DomainError video_not_found, insufficient_credits, invalid_window, and what listening throws
 */
export function makeRunTranscriptJob(deps: Deps): Work {
  const { runs, videos, paidWindows, listen, now } = deps;
  const settle = makeSettleJob(deps);
  return async (run, job, signal) => {
    const video = await videos.find(job.org_id, job.video_id);
    if (video?.version !== job.video_version) throw notFound('video');
    const plan = planTranscript(TranscriptRequest.parse(job.request), video.probe);
    const level = transcriptLevel(plan.language);
    const { price, cacheHit, reason } = transcriptCharge(plan, await paidWindows.of(video, level));
    const charged = await runs.charge(
      run,
      (account) => charge(account, { jobId: job.job_id, wallet: job.wallet, price, reason }, now()),
      { detail: null, cacheHit },
    );
    const { window, language } = plan;
    await settle({
      run,
      job: charged,
      question: transcriptQuestion(video, plan),
      paid: { level, window },
      make: async (): Promise<StoredTranscript> => {
        const { transcript, notes } = await listen({ video, window, language }, signal);
        return { ...transcript, video: videoOf(video), notes: [...notes] };
      },
    });
  };
}
