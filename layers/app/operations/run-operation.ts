import { charge } from '../../domain/accounts/movements.ts';
import { NOTHING_PAID, priceOfStretches } from '../../domain/accounts/paid-windows.ts';
import { longestRead } from '../../domain/accounts/tier-limits.ts';
import { DomainError } from '../../domain/errors.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { isReadInPlace } from '../../domain/sources/read-in-place.ts';
import type { KnownVideo } from '../../domain/videos/video-record.ts';
import type { Work } from '../jobs/run-job.ts';
import type { ObtainedVideo, ObtainVideo } from '../links/obtain-video.ts';
import type { WantsPart } from '../links/open-in-place.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { JobRuns, Run } from '../ports/jobs/jobs.ts';
import type { PaidWindows } from '../ports/videos/videos.ts';
import { chargeOf, FREE, type Operation, type Planned } from './operation.ts';
import { makeSettleJob } from './settle-job.ts';

export interface RunDeps {
  readonly runs: Pick<JobRuns, 'charge' | 'succeed'>;
  readonly obtainVideo: ObtainVideo;
  readonly paidWindows: PaidWindows;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly artifacts: ArtifactStore;
  readonly digest: Digest;
  readonly now: Clock;
  /** Clears away what the making of a job's result alone needed, once the result is stored. */
  readonly tidy?: (video: KnownVideo, job: JobRecord) => Promise<void>;
}

/**
 * Does the work of one operation: obtains the video, charges, makes the result and ends the job. A
 * question that was answered before, for the same bytes, is served again without work.
 * @throws DomainError video_not_found, source_unavailable, tier_limit, insufficient_credits, and
 * what planning and making throw; SourceFault
 */
export function makeRunOperation<Request, Plan, By, Tools>(
  operation: Operation<Request, Plan, By, Tools, unknown>,
  tools: Tools,
  deps: RunDeps & By,
): Work {
  const { runs, obtainVideo, paidWindows, accounts, now, tidy } = deps;
  const settle = makeSettleJob(deps);
  const make = operation.make(tools);
  const work = async (
    run: Run,
    job: JobRecord,
    { video, source }: ObtainedVideo,
    signal: AbortSignal,
  ) => {
    const request = operation.parse(job.request);
    const planned = await plannedFor(job, request, video);
    const { plan, detail, window, pays, priceOf, question } = planned;
    const paid = planned.isCheaperAgain ? await paidWindows.of(video, pays.level) : NOTHING_PAID;
    const price = job.redraws === undefined ? chargeOf(planned, paid) : FREE;
    const { job_id: jobId, wallet } = job;
    const charged = await runs.charge(
      run,
      (account) => {
        // For a link this is the first time that its length is known.
        operation.requireWindow(account.tier, request, window);
        return charge(account, { jobId, wallet, ...price }, now());
      },
      { detail, cacheHit: price.cacheHit },
    );
    // Another job may have paid for the window since an earlier run of this one was charged.
    const paidThen = charged.cache_hit === price.cacheHit ? paid : NOTHING_PAID;
    // What lies elsewhere may change there.
    const asked = source.version === undefined ? question : [question, 'in place', source.version];
    await settle({
      run,
      job: charged,
      // What is paid for as if it were the first time is made as if it were.
      question: planned.isCheaperAgain ? asked : [asked, jobId],
      pays,
      tidy: tidy && (() => tidy(video, charged)),
      isRedrawn: price.isRedrawn,
      price: (stretches) => priceOfStretches(stretches, paidThen, priceOf),
      make: async (folder) => {
        const { result, ...made } = await make(
          { run, job: charged, video, source, request, plan, folder },
          signal,
        );
        return {
          result: { ...result, notes: [...(video.link?.notes ?? []), ...result.notes] },
          ...made,
        };
      },
    });
  };
  /** Whose plan it is only matters for what is suggested, so it is looked up only then. */
  const plannedFor = async (
    { org_id }: JobRecord,
    request: Request,
    video: KnownVideo,
  ): Promise<Planned<Plan>> => {
    try {
      return operation.plan(request, video, deps);
    } catch (error) {
      const isAboutWindow = error instanceof DomainError && error.type === 'invalid_window';
      const account = isAboutWindow ? await accounts.find(org_id) : undefined;
      if (!account) throw error;
      return operation.plan(request, video, deps, longestRead(account.tier));
    }
  };
  return async (run, job, signal) => {
    const obtained = await obtainVideo(run, job, signal, partOf(operation, job, deps));
    try {
      return await work(run, job, obtained, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (obtained.source.version === undefined || !isOfTheSource(error)) throw error;
    }
    // It could not be read where it lies: then the way every link goes.
    await work(run, job, await obtainVideo(run, job, signal), signal);
  };
}

/** Tells of a job that may be about a part of its video whether that part is short enough. */
function partOf<Request, Plan, By>(
  {
    isPart,
    parse,
    plan,
  }: Pick<Operation<Request, Plan, By, never, unknown>, 'isPart' | 'parse' | 'plan'>,
  job: JobRecord,
  by: By,
): WantsPart | undefined {
  const request = parse(job.request);
  if (!isPart(request)) return undefined;
  return (video) => {
    try {
      return isReadInPlace(video.probe, plan(request, video, by).window);
    } catch (error) {
      // Nothing has to be fetched to say that the call cannot run.
      if (error instanceof DomainError) return true;
      throw error;
    }
  };
}

const isOfTheSource = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.type === 'no_video_stream' || error.type === 'source_unavailable');
