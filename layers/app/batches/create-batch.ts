import type { BatchCreated, BatchRequest } from '../../domain/batch.ts';
import type { BatchItemRecord } from '../../domain/batch-record.ts';
import type { Principal } from '../../domain/credential.ts';
import { DomainError } from '../../domain/errors.ts';
import { WatchVideoRequest } from '../../domain/question.ts';
import type { Batches } from '../ports/batches.ts';
import type { CallerSchemas } from '../ports/caller-schemas.ts';
import type { Clock, NewId } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { JobIntake } from '../ports/jobs.ts';
import type { AdvanceBatch } from './advance-batch.ts';

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
  const { batches, jobs, schemas, advance, digest, newId, now } = deps;
  return async (principal: Principal, request: BatchRequest): Promise<BatchCreated> => {
    const { orgId, wallet } = principal;
    await requireSchemas(schemas, request);
    const { idempotency_key: key, ...asked } = request;
    const body = digest(JSON.stringify(asked));
    const earlier = async (): Promise<string | undefined> => {
      if (key === undefined) return undefined;
      const use = await jobs.findEarlierUse(orgId, BATCHES, key, now());
      if (use && use.body !== body) throw mismatch();
      return use?.jobId;
    };
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

/** A batch whose schema is malformed starts nothing. */
async function requireSchemas(
  schemas: Deps['schemas'],
  { schema, items }: BatchRequest,
): Promise<void> {
  const sent = [schema, ...items.map((item) => item.schema)].filter((one) => one !== undefined);
  for (const one of new Set(sent)) await schemas.require(one);
}

const mismatch = () =>
  new DomainError(
    'invalid_request',
    'Field `idempotency_key` was sent before with another body. Use a new key for a new call.',
    { reason: 'idempotency_mismatch' },
  );

function itemOf(
  { question, schema, instructions }: BatchRequest,
  { ref, ...item }: BatchRequest['items'][number],
  index: number,
  runId: string,
): BatchItemRecord {
  const request = WatchVideoRequest.parse({
    ...(question === undefined ? {} : { question }),
    ...(schema === undefined ? {} : { schema }),
    ...(instructions === undefined ? {} : { instructions }),
    ...item,
    // Whatever is killed, the item is one job.
    idempotency_key: runId,
    sync: false,
  });
  return {
    index,
    run_id: runId,
    ref: ref ?? null,
    request,
    job_id: null,
    joined: false,
    error: null,
  };
}
