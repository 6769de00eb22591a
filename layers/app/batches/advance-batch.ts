import { type BatchItemRecord, isWaiting } from '../../domain/batch-record.ts';
import { DomainError } from '../../domain/errors.ts';
import { WatchVideoRequest } from '../../domain/question.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Batches, ItemStart } from '../ports/batches.ts';
import type { Asker, makeAskQuestion } from '../questions/ask-question.ts';

interface Deps {
  readonly batches: Pick<Batches, 'find' | 'start' | 'settle'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly ask: ReturnType<typeof makeAskQuestion>;
}

/** Starts the items of a batch that wait, as many as the plan has room for. */
export type AdvanceBatch = (orgId: string, batchId: string) => Promise<void>;

/**
 * Starts items in their order. It may be called by anyone at any time, and be interrupted anywhere: an item
 * is one job under its own idempotency key.
 */
export const makeAdvanceBatch =
  ({ batches, accounts, ask }: Deps): AdvanceBatch =>
  async (orgId, batchId) => {
    const found = await batches.find(orgId, batchId);
    if (!found) return batches.settle(orgId, batchId);
    const account = await accounts.find(orgId);
    const waiting = found.items.filter(isWaiting);
    if (account && !found.batch.cancelled) {
      const asker: Asker = { orgId, tier: account.tier, wallet: found.batch.wallet };
      for (const item of waiting) {
        const outcome = await started(ask, asker, item);
        // No room: this one and those after it wait.
        if (outcome === 'full') return;
        await batches.start(orgId, batchId, item.index, outcome);
      }
    }
    await batches.settle(orgId, batchId);
  };

async function started(
  ask: Deps['ask'],
  asker: Asker,
  { request }: BatchItemRecord,
): Promise<ItemStart | 'full'> {
  try {
    const question = WatchVideoRequest.parse(request);
    const accepted = await ask(asker, question);
    if ('job' in accepted) return { jobId: accepted.job.job_id, joined: accepted.joined };
    // The video was read before: the question is put to what was found.
    const { session_id } = accepted.alreadyRead;
    const { url: _, upload_id: __, ...words } = question;
    const followUp = await ask(asker, { ...words, session_id });
    if ('job' in followUp) return { jobId: followUp.job.job_id, joined: followUp.joined };
    throw new Error('a question in a session was answered with a price');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.type === 'rate_limited' ? 'full' : { error: error.toApiError() };
  }
}
