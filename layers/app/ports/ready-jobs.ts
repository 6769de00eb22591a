import type { Account, Posting } from '../../domain/account.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import type { Charge } from '../../domain/movements.ts';
import type { IdempotencyKey } from './jobs.ts';

/** Jobs whose result is there before they begin. */
export interface ReadyJobs {
  /**
   * Stores a job that has succeeded and takes its price, in one transaction. It takes no slot.
   * @param decide is asked again when the account changed meanwhile; what it throws is passed on
   * @returns the job with its charge; `repeated` and `gone` as JobIntake says
   */
  store(
    job: JobRecord,
    decide: (account: Account) => { posting: Posting; charges: Charge[] },
    idempotency?: IdempotencyKey & { replaces?: string | undefined },
  ): Promise<JobRecord | 'repeated' | 'gone'>;
}
