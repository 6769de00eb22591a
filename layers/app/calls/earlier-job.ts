import { DomainError } from '../../domain/errors.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { isKept, type KeptVideos } from '../jobs/is-kept.ts';
import { findStored } from '../operations/find-stored.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { folderOf } from '../operations/result-key.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import type { Call } from './call.ts';

interface Deps {
  readonly jobs: Pick<JobIntake, 'find' | 'findEarlierUse'>;
  readonly videos: KeptVideos;
  readonly artifacts: Pick<ArtifactStore, 'read' | 'list'>;
  readonly digest: Digest;
  readonly now: Clock;
}

/** What an idempotency key was used for before. */
interface Earlier {
  /** The job that answers the call. */
  readonly job?: JobRecord;
  /** The job whose key a repeat may take over: it failed, or its result is gone. */
  readonly replaces?: string;
  /** Of those, the one whose result is gone: a repeat makes it again, free. */
  readonly redraws?: string;
}

/** What two calls under one key must have in common. */
export const bodyOf = (digest: Digest, { idempotency_key: _, ...question }: Call['request']) =>
  digest(JSON.stringify(question));

/**
 * The job that the same call made before under its idempotency key, or the one that a repeat may
 * replace.
 * @throws DomainError invalid_request with reason idempotency_mismatch
 */
export async function earlierJob(
  { jobs, videos, artifacts, digest, now }: Deps,
  { principal, operation, request }: Call,
): Promise<Earlier | undefined> {
  const { idempotency_key: key } = request;
  if (key === undefined) return undefined;
  const use = await jobs.findEarlierUse(principal.orgId, operation, key, now());
  if (!use) return undefined;
  if (use.body !== bodyOf(digest, request)) throw idempotencyMismatch();
  const job = await jobs.find(principal.orgId, use.jobId);
  if (job && !(await isKept(videos, job))) return { replaces: use.jobId };
  if (job && (await isGone(artifacts, job))) return { replaces: use.jobId, redraws: use.jobId };
  const type = job?.status === 'failed' ? job.error?.type : undefined;
  const mayRunAgain = !job || type === 'processing_failed' || type === 'rate_limited';
  return mayRunAgain ? { replaces: use.jobId } : { job };
}

export const idempotencyMismatch = (): DomainError =>
  new DomainError(
    'invalid_request',
    'Field `idempotency_key` was sent before with another body. Use a new key for a new call.',
    { reason: 'idempotency_mismatch' },
  );

/** Whether what a job made, and was paid for, is no longer stored and is made again. */
async function isGone(artifacts: Deps['artifacts'], job: JobRecord): Promise<boolean> {
  const { status, operation, result_key: resultKey } = job;
  if (status !== 'succeeded' || !OPERATIONS[operation].isMadeAgain || resultKey === null)
    return false;
  return (await findStored(artifacts, folderOf(resultKey))) === undefined;
}
