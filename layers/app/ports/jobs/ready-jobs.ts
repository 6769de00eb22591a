import type { Account, Posting } from '../../../domain/accounts/account.ts';
import type { Charge } from '../../../domain/accounts/movements.ts';
import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import type { IdempotencyClaim } from './jobs.ts';

/** Jobs whose result is there before they begin. */
export interface ReadyJobs {
  /**
   * Stores a job that has succeeded and takes its price, in one transaction.
   * @param decide is asked again when the account changed meanwhile; what it throws is passed on
   * @param limits of a result that is sent now: the job holds a slot until it is released, or until
   * the sweep finds that nobody sends it any more
   * @returns the job with its charge; `repeated`, `gone` and `full` as JobIntake says
   */
  store(
    job: JobRecord,
    decide: (account: Account) => { posting: Posting; charges: Charge[] },
    idempotency?: IdempotencyClaim,
    limits?: { concurrency: number },
  ): Promise<JobRecord | 'repeated' | 'gone' | 'full'>;
  /** Frees the slot of a job whose result was sent; done again, it changes nothing. */
  release(job: Pick<JobRecord, 'org_id' | 'job_id'>): Promise<void>;
}
