import { isWaiting, type WaitingItem } from '../../domain/batch-record.ts';
import { DomainError } from '../../domain/errors.ts';
import { WatchVideoRequest } from '../../domain/question.ts';
import type { makeCancelJob } from '../jobs/cancel-job.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Batches, ItemStart } from '../ports/batches.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobIntake } from '../ports/jobs.ts';
import type { Asker, makeAskQuestion } from '../questions/ask-question.ts';

interface Deps {
  readonly batches: Pick<Batches, 'find' | 'start' | 'forget' | 'settle'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly jobs: Pick<JobIntake, 'findEarlierUse'>;
  readonly ask: ReturnType<typeof makeAskQuestion>;
  readonly cancelJob: ReturnType<typeof makeCancelJob>;
  readonly now: Clock;
}

/** Starts the items of a batch that wait, as many as the plan has room for. */
export type AdvanceBatch = (orgId: string, batchId: string) => Promise<void>;

/**
 * Starts items in their order. It may be called by anyone at any time, and be interrupted anywhere: an item
 * is one job under its own idempotency key.
 */
export function makeAdvanceBatch(deps: Deps): AdvanceBatch {
  const { batches, accounts, ask, cancelJob } = deps;
  return async (orgId, batchId) => {
    const found = await batches.find(orgId, batchId);
    if (!found) return batches.settle(orgId, batchId);
    const account = await accounts.find(orgId);
    const waiting = found.items.filter(isWaiting);
    if (found.batch.cancelled) {
      await stopStrays(deps, orgId, waiting);
      for (const { index } of waiting) await batches.forget(orgId, batchId, index);
    } else if (account) {
      const asker: Asker = { orgId, tier: account.tier, wallet: found.batch.wallet };
      for (const item of waiting) {
        const outcome = await started(ask, asker, item);
        // No room: this one and those after it wait.
        if (outcome === 'full') return;
        if (await batches.start(orgId, batchId, item.index, outcome)) continue;
        // The batch was cancelled since it was looked at. A job that others asked for too is theirs.
        if ('jobId' in outcome && !outcome.joined) await cancelJob(orgId, outcome.jobId);
        return;
      }
    }
    await batches.settle(orgId, batchId);
  };
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
      if (use) await cancelJob(orgId, use.jobId);
    }
  }
}

/** The question of an item is one call, and the same put to a session is another. */
const followUpKey = (runId: string): string => `${runId}_follow_up`;

async function started(
  ask: Deps['ask'],
  asker: Asker,
  { request, run_id: runId }: WaitingItem,
): Promise<ItemStart | 'full'> {
  try {
    const question = WatchVideoRequest.parse(request);
    const accepted = await ask(asker, question);
    if ('job' in accepted) return { jobId: accepted.job.job_id, joined: accepted.joined };
    // The video was read before: the question is put to what was found.
    const { session_id } = accepted.alreadyRead;
    const { url: _, upload_id: __, ...words } = question;
    const idempotency_key = followUpKey(runId);
    const followUp = await ask(asker, { ...words, session_id, idempotency_key });
    if ('job' in followUp) return { jobId: followUp.job.job_id, joined: followUp.joined };
    throw new Error('a question in a session was answered with a price');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.type === 'rate_limited' ? 'full' : { error: error.toApiError() };
  }
}
