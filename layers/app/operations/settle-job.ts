import { DomainError } from '../../domain/errors.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import type { Window } from '../../domain/window.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { JobRuns, Run } from '../ports/jobs.ts';
import { videoFolder } from '../videos/video-folder.ts';
import { resultPlace } from './result-key.ts';

interface Deps {
  readonly runs: Pick<JobRuns, 'succeed'>;
  readonly artifacts: Pick<ArtifactStore, 'has' | 'put' | 'deletePrefix'>;
  readonly digest: Digest;
  readonly now: Clock;
}

interface Settling {
  readonly run: Run;
  /** The job, charged. */
  readonly job: JobRecord;
  /** All that the result depends on. A question that was answered before is served again without work. */
  readonly question: unknown;
  /** What the job paid for, when it was paid in full. */
  readonly paid: { readonly level: string; readonly window: Window };
  /** Makes what is kept as the result; what else it stores goes into the folder. */
  readonly make: (folder: string) => Promise<Made>;
}

export interface Made<Result = unknown> {
  readonly result: Result;
  /** False when a part is missing that another try may bring: then the result is this job's alone. */
  readonly whole: boolean;
}

/** Answers a charged job's question, keeps the answer and ends the job as succeeded. */
export const makeSettleJob =
  ({ runs, artifacts, digest, now }: Deps) =>
  async ({ run, job, question, paid, make }: Settling): Promise<void> => {
    const { folder, resultKey: place } = resultPlace(digest, job, question);
    let resultKey = place;
    if (!(await artifacts.has(place))) {
      const { result, whole } = await make(folder);
      if (!whole) resultKey = `${folder}/${job.job_id}.json`;
      const bytes = new TextEncoder().encode(JSON.stringify(result));
      await artifacts.put(resultKey, bytes, 'application/json');
    }
    try {
      await runs.succeed(run, job, { at: now(), resultKey, ...(job.cache_hit ? {} : { paid }) });
    } catch (error) {
      // The video was erased while it was read: what was made meanwhile goes too.
      if (error instanceof DomainError) {
        await artifacts.deletePrefix(videoFolder(job.org_id, job.video_id));
      }
      throw error;
    }
  };
