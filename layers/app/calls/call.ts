import type { Principal } from '../../domain/accounts/credential.ts';
import type { Operation } from '../../domain/jobs/job.ts';

/** A call that becomes a job, or finds the one that it made before. */
export interface Call {
  readonly principal: Pick<Principal, 'orgId' | 'tier' | 'wallet'>;
  readonly operation: Operation;
  readonly request: Record<string, unknown> & {
    idempotency_key?: string | undefined;
    webhook_url?: string | undefined;
  };
}
