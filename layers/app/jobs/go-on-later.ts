import type { Clock } from '../ports/clock.ts';
import { GoesOnElsewhere, type JobRuns, LeaseLost, type Run } from '../ports/jobs/jobs.ts';
import type { ReadQueue } from '../ports/jobs/read-queue.ts';
import { NEXT_LOOK_MS } from './sweep-jobs.ts';

/** Leaves the rest of a job to another run, which has all of its time before it. */
export type GoOnLater = (run: Run) => Promise<GoesOnElsewhere>;

interface Deps {
  readonly runs: Pick<JobRuns, 'handBack'>;
  readonly queue: Pick<ReadQueue, 'send'>;
  readonly now: Clock;
}

/**
 * Ends the run, not its job: the message is a new one, so that no delivery is counted twice.
 * @returns what the run throws
 * @throws LeaseLost
 */
export const makeGoOnLater =
  ({ runs, queue, now }: Deps): GoOnLater =>
  async (run) => {
    const at = now();
    const isHeld = await runs.handBack(run, at, new Date(at.getTime() + NEXT_LOOK_MS));
    if (!isHeld) throw new LeaseLost(run);
    await queue.send(run);
    return new GoesOnElsewhere(`${run.jobId} goes on in another run`);
  };
