import { DomainError } from '../../domain/errors.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import { charge } from '../../domain/movements.ts';
import { NOTHING_PAID, priceOfStretches } from '../../domain/paid-windows.ts';
import { isReadInPlace } from '../../domain/read-in-place.ts';
import type { Shortfall } from '../../domain/shortfall.ts';
import { requireWindow } from '../../domain/tier-limits.ts';
import type { VideoRecord } from '../../domain/video-record.ts';
import type { Work } from '../jobs/run-job.ts';
import type { HaveVideo } from '../links/have-video.ts';
import type { WantsPart } from '../links/open-in-place.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { Engine } from '../ports/engine.ts';
import type { JobRuns, Run } from '../ports/jobs.ts';
import type { SoundTape } from '../ports/speech.ts';
import type { PaidWindows } from '../ports/videos.ts';
import type { Listen } from '../transcript/listen.ts';
import type { Operation } from './operation.ts';
import { type Made, makeSettleJob } from './settle-job.ts';

/** What reads a video. */
export interface Readers {
  readonly artifacts: ArtifactStore;
  readonly engine: Pick<Engine, 'draw'>;
  readonly listen: Listen;
  readonly newTape: () => SoundTape;
}

export interface RunDeps {
  readonly runs: Pick<JobRuns, 'charge' | 'succeed'>;
  readonly haveVideo: HaveVideo;
  readonly paidWindows: PaidWindows;
  /** What reads videos that are stored. */
  readonly readers: Readers;
  readonly artifacts: ArtifactStore;
  readonly digest: Digest;
  readonly now: Clock;
}

/** What is made of a video for a request. */
interface Making<Request, Plan> {
  readonly run: Run;
  /** Charged. */
  readonly job: JobRecord;
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
) => Promise<Made<{ readonly notes: readonly string[]; readonly shortfall: Shortfall }>>;

/** A job whose video is had: where it lies, and what reads it there. */
interface Having {
  readonly run: Run;
  readonly job: JobRecord;
  readonly video: VideoRecord;
  readonly readers: Readers;
  /** Which media it is, where it is not ours; undefined for what is stored. */
  readonly version?: string;
}

/**
 * Does the work of one operation: has the video, charges, makes the result and ends the job. A
 * question that was answered before, for the same bytes, is served again without work.
 * @throws DomainError video_not_found, source_unavailable, tier_limit, insufficient_credits, and what
 * planning and making throw
 */
export function makeRunOperation<Request, Plan>(
  operation: Operation<Request, Plan>,
  makeWith: (readers: Readers) => Make<Request, Plan>,
  deps: RunDeps,
): Work {
  const { runs, haveVideo, paidWindows, readers, now } = deps;
  const settle = makeSettleJob(deps);
  const work = async (
    { run, job, video, readers: using, version }: Having,
    signal: AbortSignal,
  ) => {
    const request = operation.parse(job.request);
    const planned = operation.plan(request, video);
    const { plan, detail, window, pays, priceOf, question } = planned;
    const paid = planned.isCheaperAgain ? await paidWindows.of(video, pays.level) : NOTHING_PAID;
    const price = planned.charge(paid);
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
    const make = makeWith(using);
    await settle({
      run,
      job: charged,
      // What lies elsewhere may change there.
      question: version === undefined ? question : [question, 'in place', version],
      pays,
      price: (stretches) => priceOfStretches(stretches, paid, priceOf),
      make: async (folder) => {
        const { result, whole } = await make(
          { run, job: charged, video, request, plan, folder },
          signal,
        );
        return {
          result: { ...result, notes: [...(video.link?.notes ?? []), ...result.notes] },
          whole,
        };
      },
    });
  };
  return async (run, job, signal) => {
    const had = await haveVideo(run, job, signal, partOf(operation, job));
    if (!('opened' in had)) return work({ run, job, video: had.video, readers }, signal);
    const { video, opened } = had;
    const { engine, listen, version } = opened;
    const artifacts = openingAddresses(readers.artifacts);
    try {
      return await work(
        { run, job, video, readers: { ...readers, artifacts, engine, listen }, version },
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!isOfTheSource(error)) throw error;
    } finally {
      opened.close();
    }
    // It could not be read where it lies: then the way every link goes.
    const stored = await haveVideo(run, job, signal);
    await work({ run, job, video: stored.video, readers }, signal);
  };
}

/** Tells of a job that may be about a part of its video whether that part is short enough. */
function partOf<Request, Plan>(
  { isPart, parse, plan }: Operation<Request, Plan>,
  job: JobRecord,
): WantsPart | undefined {
  const request = parse(job.request);
  if (!isPart(request)) return undefined;
  return (video) => {
    try {
      return isReadInPlace(video.probe, plan(request, video).window);
    } catch (error) {
      // Nothing has to be fetched to say that the call cannot run.
      if (error instanceof DomainError) return true;
      throw error;
    }
  };
}

/** Of a video in place the source's key is its address, or the path of a copy of a part of it. */
export const openingAddresses = (artifacts: ArtifactStore): ArtifactStore => ({
  ...artifacts,
  signedUrl: async (key, seconds) =>
    /^(https?:|\/)/.test(key) ? key : artifacts.signedUrl(key, seconds),
});

const isOfTheSource = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.type === 'no_video_stream' || error.type === 'source_unavailable');
