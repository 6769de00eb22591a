import { DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import type { Operation } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import { GoesOnElsewhere, type JobRuns, LeaseLost, type Run } from '../ports/jobs/jobs.ts';
import type { ClearErased } from '../videos/clear-erased.ts';
import { clearWork, hasGoneElsewhere } from './clear-work.ts';
import type { GoOnLater } from './go-on-later.ts';

/** A lease is extended well before it ends; past it another worker may take the job over. */
export const LEASE_SECONDS = 30;

/** Does the work of one operation and ends the job as succeeded. */
export type Work = (run: Run, job: JobRecord, signal: AbortSignal) => Promise<void>;

interface Deps {
  readonly runs: JobRuns;
  readonly works: Readonly<Record<Operation, Work>>;
  readonly clearErased: ClearErased;
  readonly artifacts: Pick<ArtifactStore, 'deletePrefix'>;
  readonly now: Clock;
  /** Aborts when the process is about to end. */
  readonly closing: AbortSignal;
  readonly goOnLater: GoOnLater;
}

export type Outcome = 'done' | { readonly leasedUntil: string };

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_SECONDS * 1000);

/**
 * Runs a job under a lease. A DomainError ends it, with its refund; anything else is
 * thrown so that the message comes again, and on the last delivery ends it as processing_failed. One
 * that the end of the process cuts short is queued anew, which is no delivery that failed it.
 */
export const makeRunJob =
  ({ runs, works, clearErased, artifacts, now, closing, goOnLater }: Deps) =>
  async (
    run: Run,
    signal: AbortSignal,
    delivery: { readonly isLast: boolean },
  ): Promise<Outcome> => {
    const extend = makeExtendLease({ runs, now });
    const started = await runs.start(run, now(), leaseFrom(now()));
    if (started === 'ended') return 'done';
    if ('leasedUntil' in started) return started;
    const fail = async (end: Parameters<JobRuns['fail']>[1]) => {
      // Another run that took the job over may still draw out of it.
      if (hasGoneElsewhere(started) && (await extend(run))) await clearWork(artifacts, started);
      await runs.fail(run, end);
    };
    try {
      await works[started.operation](run, started, AbortSignal.any([signal, closing]));
    } catch (error) {
      if (error instanceof GoesOnElsewhere) return 'done';
      // Whatever it is, it may come of the cut; what does not comes again.
      if (closing.aborted) {
        await goOnLater(run).catch(unlessLost);
        return 'done';
      }
      await clearErased(started);
      if (error instanceof DomainError) {
        const at = now();
        const { retryAfterSeconds: wait } = error.detail;
        const retryAt = wait === undefined ? undefined : new Date(at.getTime() + wait * 1000);
        // It was there when the job was accepted: it is being erased, which cancels its jobs.
        const status = error.type === 'video_not_found' ? 'cancelled' : 'failed';
        await fail({ at, error: error.toApiError(), status, retryAt });
        return 'done';
      }
      // The next delivery need not wait for a lease that nobody uses.
      const held = await runs.extend(run, now());
      // Cancelled, or taken over by another run: nothing is left to do here, and nothing went
      // wrong.
      if (!held) return 'done';
      if (delivery.isLast) await fail({ at: now(), error: PROCESSING_FAILED });
      throw error;
    }
    return 'done';
  };

/** Another run has the job, or it has ended. */
function unlessLost(error: unknown): void {
  if (!(error instanceof LeaseLost)) throw error;
}

/** Keeps a run's lease alive; false when the run no longer holds its job. */
export const makeExtendLease =
  ({ runs, now }: { readonly runs: Pick<JobRuns, 'extend'>; readonly now: Clock }) =>
  (run: Run): Promise<boolean> =>
    runs.extend(run, leaseFrom(now()));
