import { NOTHING } from '../../domain/accounts/credits.ts';
import type { PaidCharge } from '../../domain/accounts/paid-windows.ts';
import { coveredOf, reached, refundsOf, type Shortfall } from '../../domain/accounts/shortfall.ts';
import { DomainError } from '../../domain/errors.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { StoredThumbnail } from '../../domain/videos/thumbnail.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import type { Window } from '../../domain/window.ts';
import { clearWork, hasGoneElsewhere } from '../jobs/clear-work.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { JobRuns, Run } from '../ports/jobs/jobs.ts';
import { findStored } from './find-stored.ts';
import { resultPlace } from './result-key.ts';
import { writeResult } from './stored-result.ts';

/** JSON, a line for each part: https://jsonlines.org */
const RESULT_TYPE = 'application/jsonl';

interface Deps {
  readonly runs: Pick<JobRuns, 'succeed'>;
  readonly artifacts: Pick<ArtifactStore, 'read' | 'list' | 'put' | 'deletePrefix'>;
  readonly digest: Digest;
  readonly now: Clock;
}

interface Settling {
  readonly run: Run;
  /** The job, charged. */
  readonly job: JobRecord;
  /**
   * All that the result depends on. A question that was answered before is served again without
   * work.
   */
  readonly question: unknown;
  /** What the job pays for. */
  readonly pays: { readonly level: string; readonly window: Window };
  /** The job pays nothing for what was paid for before, and stands for that payment from now on. */
  readonly isRedrawn?: true | undefined;
  /** The price of stretches of it, by what the caller has paid for. */
  readonly price: (stretches: readonly Window[]) => Pick<PaidCharge, 'price' | 'cacheHit'>;
  /** Makes what is kept as the result; what else it stores goes into the folder. */
  readonly make: (folder: string) => Promise<Made>;
  /** Clears away what the making alone needed, now that the result is stored. */
  readonly tidy?: (() => Promise<void>) | undefined;
}

export interface Made<
  Result extends { readonly shortfall: Shortfall } = { readonly shortfall: Shortfall },
> {
  readonly result: Result;
  /** Keys of the sheets that it links to. */
  readonly sheets?: readonly string[];
  /** What stands for the video in lists from now on. */
  readonly thumbnail?: StoredThumbnail | undefined;
  /**
   * False when a part is missing that another try may bring: then the result is this job's alone.
   */
  readonly whole: boolean;
  /** Whether others worked for it, though a single run made it. */
  readonly isByOthers?: boolean;
}

/** Answers a charged job's question, keeps the answer and ends the job as succeeded. */
export const makeSettleJob =
  ({ runs, artifacts, digest, now }: Deps) =>
  async ({ run, job, question, pays, isRedrawn, price, make, tidy }: Settling): Promise<void> => {
    const place = resultPlace(digest, job, question);
    const kept = await findStored(artifacts, place);
    let { resultKey } = place;
    let shortfall = kept?.shortfall;
    let thumbnail: StoredThumbnail | undefined;
    let isByOthers = hasGoneElsewhere(job);
    if (!shortfall) {
      const made = await make(place.folder);
      const { result, sheets = [] } = made;
      ({ shortfall } = result);
      ({ thumbnail } = made);
      isByOthers ||= made.isByOthers === true;
      if (!made.whole) resultKey = `${place.folder}/${job.job_id}.json`;
      await artifacts.put(resultKey, writeResult(result, sheets), RESULT_TYPE);
    }
    // Before the job ends: a run that is killed in between comes again, and gets here.
    if (isByOthers) await clearWork(artifacts, job);
    await tidy?.();
    const { level, window } = pays;
    const charged = job.credits_charged ?? NOTHING;
    const refunds = refundsOf(charged, (part) => price(part).price, window, shortfall);
    // A part that was paid for is known as such only now, where the window as a whole was not.
    const cacheHit = job.cache_hit || price(coveredOf(window, shortfall)).cacheHit;
    const paid = { level, window: reached(window, shortfall), lost: shortfall.damaged };
    try {
      await runs.succeed(run, job, {
        at: now(),
        resultKey,
        cacheHit,
        refunds,
        thumbnail,
        ...(cacheHit && !isRedrawn ? {} : { paid }),
      });
    } catch (error) {
      // The video was erased while it was read: what was made meanwhile goes too.
      if (error instanceof DomainError) {
        await artifacts.deletePrefix(videoFolder(job.org_id, job.video_id));
      }
      throw error;
    }
  };
