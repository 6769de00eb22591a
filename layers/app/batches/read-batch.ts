import { NOTHING, toCredits, toHundredths } from '../../domain/accounts/credits.ts';
import type { Batch, BatchItem, BatchState } from '../../domain/batches/batch.ts';
import { type BatchItemRecord, isWaiting } from '../../domain/batches/batch-record.ts';
import { type ApiError, DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { Answer } from '../../domain/questions/question.ts';
import { isKept, type KeptVideos } from '../jobs/is-kept.ts';
import { notFound } from '../not-found.ts';
import type { Batches, FoundBatch } from '../ports/batches/batches.ts';
import type { Clock, Closing, Wait } from '../ports/clock.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import { answeredAlong } from '../questions/read-answer.ts';
import type { AdvanceBatch } from './advance-batch.ts';
import { itemError } from './item-error.ts';

interface Deps {
  readonly batches: Pick<Batches, 'find'>;
  readonly jobs: Pick<JobIntake, 'findAll'>;
  readonly videos: KeptVideos;
  readonly readAnswer: (job: JobRecord) => Promise<Answer>;
  readonly advance: AdvanceBatch;
  readonly wait: Wait;
  readonly now: Clock;
  readonly closing?: Closing;
}

// Hundreds may wait at once, and a look reads a row for each item: an end is seen late by a tenth of
// what the batch took at most.
const SHORTEST_WAIT_MS = 1_000;
const LATER_BY = 0.1;
/** Whoever should start items when a slot comes free may have been killed. */
const START_AFTER_MS = 15_000;

/** A batch and its jobs as they stand. */
interface Standing extends FoundBatch {
  readonly jobs: readonly (JobRecord | undefined)[];
}

/**
 * A batch as it stands, or as it has ended when that comes within some seconds.
 * @throws DomainError video_not_found for a batch that the organization does not have
 */
export const makeReadBatch =
  (deps: Deps) =>
  async (orgId: string, batchId: string, waitSeconds: number): Promise<Batch> => {
    const { batches, advance, wait, now, closing = () => false } = deps;
    const begun = now().getTime();
    const ended = new Map<string, JobRecord>();
    let started = { at: 0, ended: -1 };
    for (;;) {
      const waited = now().getTime() - begun;
      let found = await batches.find(orgId, batchId);
      const mayStart = ended.size > started.ended || waited - started.at >= START_AFTER_MS;
      if (mayStart && found?.items.some(isWaiting) && !found.batch.cancelled) {
        started = { at: waited, ended: ended.size };
        await advance(orgId, batchId);
        found = await batches.find(orgId, batchId);
      }
      if (!found) throw notFound('batch');
      const standing = await standingOf(deps, found, ended);
      const left = begun + waitSeconds * 1000 - now().getTime();
      if (left <= 0 || closing() || isClosed(stateOf(standing))) return told(deps, standing);
      await wait(Math.min(Math.max(LATER_BY * waited, SHORTEST_WAIT_MS), left));
    }
  };

/** @param ended jobs that are not looked at again, to which those that have ended now are added */
async function standingOf(
  { batches, jobs }: Pick<Deps, 'batches' | 'jobs'>,
  found: FoundBatch,
  ended: Map<string, JobRecord>,
): Promise<Standing> {
  const { org_id: orgId, batch_id } = found.batch;
  const ids = found.items.flatMap(({ job_id }) => job_id ?? []);
  const going = new Set(ids.filter((jobId) => !ended.has(jobId)));
  const looked = await jobs.findAll(orgId, going);
  for (const [jobId, job] of looked) if (isTerminal(job.status)) ended.set(jobId, job);
  const own = found.items.map(({ job_id }) =>
    job_id === null ? undefined : (ended.get(job_id) ?? looked.get(job_id)),
  );
  const isGone = found.items.some(({ job_id }, at) => job_id !== null && !own[at]);
  // How a job ended is written on its item before the job goes: perhaps between the two looks.
  return { ...((isGone && (await batches.find(orgId, batch_id))) || found), jobs: own };
}

const isClosed = (state: BatchState): boolean => state !== 'queued' && state !== 'running';

/** What became of an item. */
function itemState(
  item: BatchItemRecord,
  job: JobRecord | undefined,
  cancelled: boolean,
): BatchItem['status'] {
  if (item.error) return 'failed';
  if (item.job_id === null) return cancelled ? 'cancelled' : 'queued';
  // The video was erased since, and its job with it: how that ended stays.
  return job?.status ?? item.ended?.status ?? 'failed';
}

function stateOf({ batch: { cancelled }, items, jobs }: Standing): BatchState {
  const states = items.map((item, at) => itemState(item, jobs[at], cancelled));
  const ended = states.every((state) => state !== 'queued' && state !== 'running');
  if (!ended) return states.every((state) => state === 'queued') ? 'queued' : 'running';
  // Where everything had ended by then, there was nothing to cancel.
  if (cancelled && states.includes('cancelled')) return 'cancelled';
  const answered = states.filter((state) => state === 'succeeded').length;
  if (answered === states.length) return 'succeeded';
  if (answered > 0) return 'partial';
  // A job of an item can be cancelled by itself.
  return states.every((state) => state === 'cancelled') ? 'cancelled' : 'failed';
}

async function told(deps: Deps, standing: Standing): Promise<Batch> {
  const { batch, items, jobs } = standing;
  const shown = await Promise.all(
    items.map((item, at) => itemOf(deps, item, jobs[at], batch.cancelled)),
  );
  const charged = shown.reduce(
    (sum, { credits_charged }) => sum + toHundredths(credits_charged),
    0,
  );
  return {
    batch_id: batch.batch_id as Batch['batch_id'],
    status: stateOf(standing),
    total: batch.total,
    done: shown.filter(({ status }) => status === 'succeeded').length,
    failed: shown.filter(({ status }) => status === 'failed').length,
    credits_charged: toCredits(charged as Parameters<typeof toCredits>[0]),
    items: shown.map((item) => ({ ...item, error: item.error && itemError(item.error) })),
  };
}

const ERASED: ApiError = {
  type: 'video_not_found',
  message: 'The video of this item was erased, and what was read of it with it.',
};

const NOT_STARTED: ApiError = {
  type: 'invalid_request',
  message: 'The batch was cancelled before this item was started. It was charged nothing.',
  reason: 'cancelled',
};

/** What is told of an item that has no job. */
function withoutJob(bare: BatchItem, { job_id, joined, ended, error }: BatchItemRecord): BatchItem {
  if (job_id !== null) {
    const paid = joined || !ended ? 0 : toCredits(ended.credits_charged);
    return { ...bare, credits_charged: paid, error: ERASED };
  }
  return { ...bare, error: error ?? (bare.status === 'cancelled' ? NOT_STARTED : null) };
}

async function itemOf(
  { readAnswer, videos }: Pick<Deps, 'readAnswer' | 'videos'>,
  item: BatchItemRecord,
  job: JobRecord | undefined,
  cancelled: boolean,
): Promise<BatchItem> {
  const status = itemState(item, job, cancelled);
  const bare: BatchItem = {
    ref: item.ref,
    run_id: item.run_id as BatchItem['run_id'],
    status,
    session_id: null,
    answer: null,
    value: null,
    unanswered: [],
    credits_charged: 0,
    error: item.error,
  };
  if (!job) return withoutJob(bare, item);
  const paid = item.joined ? 0 : toCredits(job.credits_charged ?? NOTHING);
  if (!isTerminal(job.status)) return { ...bare, credits_charged: paid };
  if (job.status !== 'succeeded') return { ...bare, error: job.error ?? PROCESSING_FAILED };
  if (!(await isKept(videos, job))) return { ...bare, credits_charged: paid, error: ERASED };
  try {
    const read = await readAnswer(job);
    const {
      session_id,
      answer,
      value = null,
      unanswered,
      credits_charged,
    } = item.joined ? answeredAlong(read) : read;
    return { ...bare, session_id, answer, value, unanswered, credits_charged };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Its video is just being erased: what was read goes before the job.
    return { ...bare, credits_charged: paid, error: error.toApiError() };
  }
}
