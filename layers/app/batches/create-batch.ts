import type { Principal } from '../../domain/accounts/credential.ts';
import type { BatchCreated, BatchRequest } from '../../domain/batches/batch.ts';
import type { BatchItemRecord } from '../../domain/batches/batch-record.ts';
import { DomainError } from '../../domain/errors.ts';
import { bodyOf, idempotencyMismatch } from '../calls/earlier-job.ts';
import type { Batches } from '../ports/batches/batches.ts';
import type { Clock, NewId } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import type { CallerSchemas } from '../ports/questions/caller-schemas.ts';
import type { AdvanceBatch } from './advance-batch.ts';
import { questionOf } from './item-question.ts';

interface Deps {
  readonly batches: Pick<Batches, 'create'>;
  readonly jobs: Pick<JobIntake, 'findEarlierUse'>;
  readonly schemas: Pick<CallerSchemas, 'require'>;
  readonly advance: AdvanceBatch;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly now: Clock;
}

const BATCHES = 'batches';

/**
 * Accepts a batch: each item becomes a question of its own as soon as the plan has room for it.
 * @throws DomainError invalid_schema, invalid_request with reason idempotency_mismatch
 */
export function makeCreateBatch(deps: Deps) {
  const { batches, schemas, advance, digest, newId, now } = deps;
  return async (principal: Principal, request: BatchRequest): Promise<BatchCreated> => {
    const { orgId, wallet } = principal;
    await requireSchemas(schemas, request);
    const { idempotency_key: key } = request;
    const body = bodyOf(digest, request);
    const earlier = () => earlierBatch(deps, principal, request);
    const created = (batchId: string): BatchCreated => ({
      batch_id: batchId as BatchCreated['batch_id'],
      verb: 'watch_video',
      status: 'queued',
      total: request.items.length,
    });
    const before = await earlier();
    if (before !== undefined) return created(before);
    const batchId = newId('bat');
    const outcome = await batches.create(
      {
        batch: {
          batch_id: batchId,
          org_id: orgId,
          wallet,
          total: request.items.length,
          cancelled: false,
          created_at: now().toISOString(),
        },
        items: request.items.map((item, index) => itemOf(request, item, index, newId('run'))),
      },
      key === undefined ? undefined : { operation: BATCHES, key, body },
    );
    if (outcome === 'repeated') return created((await earlier()) ?? batchId);
    await advance(orgId, batchId);
    return created(batchId);
  };
}

/**
 * The batch that the same call made before under its idempotency key.
 * @throws DomainError invalid_request with reason idempotency_mismatch
 */
export async function earlierBatch(
  { jobs, digest, now }: Pick<Deps, 'jobs' | 'digest' | 'now'>,
  { orgId }: Pick<Principal, 'orgId'>,
  request: BatchRequest,
): Promise<string | undefined> {
  const { idempotency_key: key } = request;
  const use = key === undefined ? key : await jobs.findEarlierUse(orgId, BATCHES, key, now());
  if (use && use.body !== bodyOf(digest, request)) throw idempotencyMismatch();
  return use?.jobId;
}

/**
 * A batch whose schema is malformed starts nothing.
 * @throws DomainError invalid_schema
 */
export async function requireSchemas(
  schemas: Pick<CallerSchemas, 'require'>,
  { schema, items }: BatchRequest,
): Promise<void> {
  if (schema !== undefined) await schemas.require(schema);
  for (const [index, { schema: own }] of items.entries()) {
    if (own !== undefined) await schemas.require(own).catch(namingItem(index));
  }
}

/** What is wrong with a schema is told of the batch's own: this one is an item's. */
const namingItem = (index: number) => (error: unknown) => {
  if (!(error instanceof DomainError)) throw error;
  const message = error.message.replace('`schema`', `\`items[${index}].schema\``);
  throw new DomainError(error.type, message, error.detail, { cause: error });
};

function itemOf(
  batch: BatchRequest,
  item: BatchRequest['items'][number],
  index: number,
  runId: string,
): BatchItemRecord {
  return {
    index,
    run_id: runId,
    ref: item.ref ?? null,
    // Whatever is killed, the item is one job.
    request: { ...questionOf(batch, item), idempotency_key: runId },
    job_id: null,
    joined: false,
    error: null,
  };
}
