import type { JobRecord } from '../jobs/job-record.ts';

/** How long a job takes where none has ended yet. */
const USUAL_SECONDS = 5;
/** A guess that is further off is not worth waiting for: it is better to ask again. */
const LONGEST_SECONDS = 60;

type Seen = Pick<JobRecord, 'status' | 'queued_at' | 'started_at' | 'finished_at'>;

/**
 * Whole seconds until a slot can be expected to be free, from 1 to 60: when the first of the jobs
 * under way will have taken as long as half of the latest jobs took, from the moment they were
 * accepted.
 */
export function secondsToFreeSlot(jobs: readonly Seen[], now: Date): number {
  const took = jobs
    // Those that were answered as they came took no slot.
    .filter((job) => job.finished_at !== null && job.finished_at !== job.queued_at)
    .map((job) => secondsBetween(job.queued_at, job.finished_at ?? job.queued_at))
    .sort((a, b) => a - b);
  const usual = took[Math.floor(took.length / 2)] ?? USUAL_SECONDS;
  const ages = jobs
    .filter((job) => job.finished_at === null)
    .map((job) => secondsBetween(job.queued_at, now.toISOString()));
  const left = usual - Math.max(0, ...ages);
  return Math.min(LONGEST_SECONDS, Math.max(1, Math.ceil(left)));
}

const secondsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 1000;
