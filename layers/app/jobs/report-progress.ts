import type { JobProgress } from '../../domain/jobs/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobRuns, Run } from '../ports/jobs/jobs.ts';
import { LEASE_SECONDS } from './run-job.ts';

export type ReportProgress = (progress: JobProgress) => void;

/** A write of a row: nobody looks more often. */
const EVERY_MS = 2_000;

/** Tells on the job how far its run has come, now and then, and extends the lease with it. */
export function makeReportProgress(
  { runs, now }: { readonly runs: Pick<JobRuns, 'extend'>; readonly now: Clock },
  run: Run,
): ReportProgress {
  let told = Number.NEGATIVE_INFINITY;
  let stage: JobProgress['stage'] | undefined;
  let writing: Promise<unknown> | undefined;
  return (progress) => {
    const time = now().getTime();
    if (writing || (progress.stage === stage && time - told < EVERY_MS)) return;
    told = time;
    stage = progress.stage;
    // Progress is a courtesy: that the job is lost is found out by its beat.
    writing = runs
      .extend(run, new Date(time + LEASE_SECONDS * 1000), progress)
      .catch(() => undefined)
      .finally(() => {
        writing = undefined;
      });
  };
}
