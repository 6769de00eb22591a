import {
  type BatchItemRecord,
  isWaiting,
  type WaitingItem,
} from '../../domain/batches/batch-record.ts';
import { DomainError } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { WatchVideoRequest } from '../../domain/questions/question.ts';
import type { makeCancelJob } from '../jobs/cancel-job.ts';
import { makeFindSource, type SourceDeps } from '../links/find-source.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { Batches, ItemStart } from '../ports/batches/batches.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import type { Accepted, makeAskQuestion } from '../questions/ask-question.ts';
import type { Asker } from '../questions/question-source.ts';
import { endItemJob } from './end-item-job.ts';
import { followUpOf } from './item-question.ts';

interface Deps extends SourceDeps {
  readonly batches: Pick<Batches, 'find' | 'start' | 'forget' | 'settle'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly jobs: Pick<JobIntake, 'findAll' | 'findEarlierUse'>;
  readonly ask: ReturnType<typeof makeAskQuestion>;
  readonly cancelJob: ReturnType<typeof makeCancelJob>;
}

/**
 * Starts the items of a batch that wait, as many as the plan has room for.
 * @returns `full` when it had no room for one of them
 */
export type AdvanceBatch = (orgId: string, batchId: string) => Promise<'full' | undefined>;

/**
 * Starts items in their order; one about a video that the batch is just reading waits for that
 * reading. It may be called by anyone at any time, and be interrupted anywhere: an item is one job
 * under its own idempotency key.
 */
export function makeAdvanceBatch(deps: Deps): AdvanceBatch {
  const { batches, accounts, cancelJob } = deps;
  const findSource = makeFindSource(deps);
  return async (orgId, batchId) => {
    const found = await batches.find(orgId, batchId);
    if (!found) {
      await batches.settle(orgId, batchId);
      return undefined;
    }
    const account = await accounts.find(orgId);
    const waiting = found.items.filter(isWaiting);
    if (found.batch.cancelled) {
      await stopStrays(deps, orgId, waiting);
      for (const { index } of waiting) await batches.forget(orgId, batchId, index);
    } else if (account) {
      const asker: Asker = { orgId, tier: account.tier, wallet: found.batch.wallet };
      const reading = await videosUnderWay(deps, orgId, found.items);
      let held = false;
      for (const item of waiting) {
        const videoId = await videoOf(findSource, asker, item);
        if (videoId !== undefined && reading.has(videoId)) {
          // It is asked out of what is found there: a batch reads each video once.
          held = true;
          continue;
        }
        const outcome = await started(deps, asker, item);
        // No room: this one and those after it wait.
        if (outcome === 'full') return 'full';
        const { start, reads } = outcome;
        if (reads !== undefined) reading.add(reads);
        if (await batches.start(found.batch, item.index, start)) continue;
        // The batch was cancelled since it was looked at. A job that others asked for too is
        // theirs.
        if ('jobId' in start && !start.joined) await endItemJob(cancelJob, orgId, start.jobId);
        return undefined;
      }
      if (held) return undefined;
    }
    await batches.settle(orgId, batchId);
    return undefined;
  };
}

/** The videos that jobs of a batch are about to read. */
async function videosUnderWay(
  { jobs }: Pick<Deps, 'jobs'>,
  orgId: string,
  items: readonly BatchItemRecord[],
): Promise<Set<string>> {
  const ids = new Set(items.flatMap(({ job_id }) => job_id ?? []));
  const found = [...(await jobs.findAll(orgId, ids)).values()];
  return new Set(found.flatMap((job) => (isTerminal(job.status) ? [] : job.video_id)));
}

/** Undefined for one that is not to be found: its item fails when it starts. */
async function videoOf(
  findSource: ReturnType<typeof makeFindSource>,
  asker: Asker,
  { request }: WaitingItem,
): Promise<string | undefined> {
  try {
    return (await findSource(asker, WatchVideoRequest.parse(request))).video.video_id;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Ends the jobs of a cancelled batch whose start was killed before the item could tell of them. */
async function stopStrays(
  { jobs, cancelJob, now }: Pick<Deps, 'jobs' | 'cancelJob' | 'now'>,
  orgId: string,
  waiting: readonly WaitingItem[],
): Promise<void> {
  for (const { run_id: runId } of waiting) {
    for (const key of [runId, followUpKey(runId)]) {
      const use = await jobs.findEarlierUse(orgId, 'watch_video', key, now());
      // A job that another call began is not this batch's to end.
      if (use && !use.joined) await endItemJob(cancelJob, orgId, use.jobId);
    }
  }
}

/** The question of an item is one call, and the same put to a session is another. */
const followUpKey = (runId: string): string => `${runId}_follow_up`;

interface Started {
  readonly start: ItemStart;
  /** The video that a job is now about to read. */
  readonly reads?: string | undefined;
}

async function started(
  { ask, jobs, now }: Pick<Deps, 'ask' | 'jobs' | 'now'>,
  asker: Asker,
  { request, run_id: runId }: WaitingItem,
): Promise<Started | 'full'> {
  try {
    const question = WatchVideoRequest.parse(request);
    const accepted = await ask(asker, question);
    if ('job' in accepted) {
      // Put to a session before, by another look or one that was killed, the item finds its own job.
      const own = isGivenAlong(accepted)
        ? await jobs.findEarlierUse(asker.orgId, 'watch_video', followUpKey(runId), now())
        : undefined;
      return own
        ? { start: { jobId: own.jobId, joined: own.joined ?? false } }
        : startedBy(accepted);
    }
    // The video was read before: the question is put to what was found.
    const asked = followUpOf(question, accepted.alreadyRead);
    const followUp = await ask(asker, { ...asked, idempotency_key: followUpKey(runId) });
    if ('job' in followUp) return startedBy(followUp);
    throw new Error('a question in a session was answered with a price');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.type === 'rate_limited' ? 'full' : { start: { error: error.toApiError() } };
  }
}

/** True of a question that needs no reading of its own: another job answers it, or has. */
const isGivenAlong = ({ job, joined }: Extract<Accepted, { job: JobRecord }>): boolean =>
  joined || isTerminal(job.status);

const startedBy = ({ job, joined }: Extract<Accepted, { job: JobRecord }>): Started => ({
  start: { jobId: job.job_id, joined },
  reads: isTerminal(job.status) ? undefined : job.video_id,
});
