import type { BatchItemRecord, BatchRecord } from '../../../domain/batches/batch-record.ts';
import type { ApiError } from '../../../domain/errors.ts';
import type { IdempotencyKey } from '../jobs/jobs.ts';

export interface FoundBatch {
  readonly batch: BatchRecord;
  /** In the order in which they were sent. */
  readonly items: readonly BatchItemRecord[];
}

export type ItemStart =
  | { readonly jobId: string; readonly joined: boolean }
  | { readonly error: ApiError };

export interface Batches {
  /** @returns `repeated` when another batch holds the key */
  create(found: FoundBatch, idempotency?: IdempotencyKey): Promise<'created' | 'repeated'>;
  find(orgId: string, batchId: string): Promise<FoundBatch | undefined>;
  /** The batches of an organization in which items wait, the oldest first. */
  waiting(orgId: string): Promise<string[]>;
  /** Batches that nobody has looked after for a minute by then, the longest first. */
  overdue(by: Date, limit: number): Promise<{ orgId: string; batchId: string }[]>;
  /** Leaves a batch in which items wait alone for a minute from a time on. */
  putOff(orgId: string, batchId: string, from: Date): Promise<void>;
  /**
   * Says what became of an item that waited, and forgets what it asked; one that waits no more is
   * left as it is.
   * @returns false when the batch was cancelled meanwhile
   */
  start(
    batch: Pick<BatchRecord, 'org_id' | 'batch_id' | 'created_at'>,
    index: number,
    outcome: ItemStart,
  ): Promise<boolean>;
  /** Forgets what an item asked that is not started any more. */
  forget(orgId: string, batchId: string, index: number): Promise<void>;
  /** No item waits any more. */
  settle(orgId: string, batchId: string): Promise<void>;
  /** No item is started any more. */
  cancel(orgId: string, batchId: string): Promise<void>;
}
