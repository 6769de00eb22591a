import { isNameOfVideo } from '../../domain/calls/source-request.ts';
import { DomainError } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { linkOf } from '../../domain/links/recognise.ts';
import type { KnownVideo, VideoRecord } from '../../domain/videos/video-record.ts';
import { makeReportProgress } from '../jobs/report-progress.ts';
import { notFound } from '../not-found.ts';
import type { Wait } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { Run } from '../ports/jobs/jobs.ts';
import type { Fetches } from '../ports/links/fetches.ts';
import type { VideoSource } from '../ports/sources/video-source.ts';
import { type FetchDeps, makeFetchVideo, passingOf } from './fetch-video.ts';
import type { WantsPart } from './open-in-place.ts';
import { toldFailure } from './told-failure.ts';

/** A video and where it is read. */
export interface ObtainedVideo {
  readonly video: KnownVideo;
  readonly source: VideoSource;
}

/**
 * The video that a running job is about: stored, fetched now if nobody did before, or opened where
 * it lies when only a part is wanted.
 * @throws DomainError video_not_found when it was erased or replaced, source_unavailable when its
 * link leads to none, no_video_stream; GoesOnElsewhere when it is still fetched, LeaseLost
 */
export type ObtainVideo = (
  run: Run,
  job: JobRecord,
  signal: AbortSignal,
  /** Left out: the video is stored, whatever part of it is asked for. */
  wantsPart?: WantsPart,
) => Promise<ObtainedVideo>;

interface Deps extends FetchDeps {
  readonly fetches: Fetches;
  readonly digest: Digest;
  readonly wait: Wait;
  /** For which a run looks after the fetch of another; then it leaves that to a later one. */
  readonly roundSeconds: number;
}

/** Between two looks at a fetch that another job's run is busy with. */
const LOOK_MS = 1_000;

/**
 * Has the link of a job's video fetched, by this run or by that of another job about the same
 * link, and answers with the video, stored or read where it lies.
 * @throws DomainError for what the fetch failed with, or video_not_found
 * @throws LeaseLost
 * @throws GoesOnElsewhere when the fetch of another run takes longer than a round
 */
export function makeObtainVideo(deps: Deps): ObtainVideo {
  const { fetches, wait, now } = deps;
  const fetchVideo = makeFetchVideo(deps);
  return async (run, job, signal, wantsPart) => {
    let about = job;
    const report = makeReportProgress(deps, run);
    const ends = now().getTime() + deps.roundSeconds * 1000;
    for (;;) {
      const state = await fetches.findVideo(about.org_id, about.video_id);
      if (state?.kind === 'failed') throw toldFailure(state.failure, now());
      if (state?.kind === 'moved') {
        const moved = await fetches.follow(about, run, state.to);
        if (!moved) throw await whyGone(deps, about);
        about = { ...about, ...moved };
        continue;
      }
      if (state?.video.version !== about.video_version) throw await whyGone(deps, about);
      if (state.kind === 'stored') {
        // A run before may have died when it had completed the video, and before it had cleared up.
        if (job.attempts > 1 && state.video.link) {
          await deps.artifacts.deletePrefix(passingOf(state.video));
        }
        return { video: state.video, source: storedSource(state.video) };
      }
      const claim = await fetches.claim(state.video, run, now());
      if (claim === 'settled') continue;
      if (claim === 'claimed') {
        const fetched = await fetchVideo(state.video, run, { report, wantsPart }, signal);
        if (!fetched) continue;
        return 'source' in fetched ? fetched : { ...fetched, source: storedSource(fetched.video) };
      } else {
        // One run fetches for all jobs about the link, and all tell how far it is.
        if (claim.progress && !isTerminal(claim.status)) report(claim.progress);
        if (now().getTime() >= ends) throw await deps.goOnLater(run);
        await wait(LOOK_MS, signal);
      }
    }
  };
}

const storedSource = (video: VideoRecord): VideoSource => ({ version: undefined, stored: video });

/** A link that failed, and whose video was cleared away since, may still tell why. */
async function whyGone({ fetches, digest, now }: Deps, { org_id, video_id, request }: JobRecord) {
  const { url } = request;
  if (typeof url !== 'string' || isNameOfVideo(url)) return notFound('video');
  const state = await fetches.find(org_id, digest(linkOf(url).canonical));
  return state.kind === 'failed' && state.videoId === video_id
    ? toldFailure(state.failure, now())
    : new DomainError(
        'source_unavailable',
        'The video was erased, or its link was fetched anew, while this job waited. Nothing was charged. Send the call again.',
        { reason: 'unavailable' },
      );
}
