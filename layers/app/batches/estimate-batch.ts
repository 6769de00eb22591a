import type { Account } from '../../domain/accounts/account.ts';
import type { Principal } from '../../domain/accounts/credential.ts';
import { toCredits, toHundredths } from '../../domain/accounts/credits.ts';
import { renewed, spendable } from '../../domain/accounts/movements.ts';
import type { BatchRequest } from '../../domain/batches/batch.ts';
import type { BatchEstimate, ItemEstimate } from '../../domain/calls/estimate.ts';
import { chargedAccount } from '../../domain/calls/estimated-money.ts';
import { DomainError } from '../../domain/errors.ts';
import { FOLLOW_UP_PRICE } from '../../domain/questions/depths.ts';
import type { WatchVideoRequest } from '../../domain/questions/question.ts';
import { REPEATED } from '../calls/estimate-call.ts';
import { FREE } from '../operations/operation.ts';
import { type CheckedQuestion, makeCheckQuestion } from '../questions/check-question.ts';
import { type EstimateQuestionDeps, estimateOf } from '../questions/estimate-question.ts';
import { earlierBatch, requireSchemas } from './create-batch.ts';
import { itemError } from './item-error.ts';
import { followUpOf, questionOf } from './item-question.ts';

/**
 * What a batch would cost: each item after those before it, by what accepting its question does.
 * Nothing is written.
 * @throws DomainError invalid_schema, invalid_request with reason idempotency_mismatch
 */
export function makeEstimateBatch(deps: EstimateQuestionDeps) {
  const { accounts, now } = deps;
  return async (principal: Principal, request: BatchRequest): Promise<BatchEstimate> => {
    const { orgId, wallet } = principal;
    await requireSchemas(deps.schemas, request);
    const isRepeat = (await earlierBatch(deps, principal, request)) !== undefined;
    const found = await accounts.find(orgId);
    if (!found) throw new DomainError('unauthorized', 'The organization has no account.');
    let account = renewed(found, now());
    const questions = questionsInTurn(deps, principal);
    const items: ItemEstimate[] = [];
    for (const item of request.items) {
      const ref = item.ref ?? null;
      try {
        const question = await questions.priced(questionOf(request, item), isRepeat);
        const told = { account, wallet, now: now(), ...(isRepeat && { reason: REPEATED }) };
        const estimate = estimateOf(question, told);
        if (question.price) account = chargedAccount(account, wallet, question.price, now());
        questions.answered(question);
        items.push({ ref, estimate, error: null });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        items.push({ ref, estimate: null, error: itemError(error.toApiError()) });
      }
    }
    return { ...totalOf(items, account, wallet), items };
  };
}

/** Prices questions one after another, as if each were asked when those before it are answered. */
function questionsInTurn(deps: EstimateQuestionDeps, principal: Principal) {
  const checkQuestion = makeCheckQuestion(deps);
  const asked = new Set<string>();
  const read = new Set<string>();
  const wordsOf = ({ videoId, digest }: CheckedQuestion) => `${videoId} ${digest}`;
  return {
    priced: async (request: WatchVideoRequest, isRepeat: boolean): Promise<CheckedQuestion> => {
      let question = await (await checkQuestion(principal, request))(isRepeat);
      if (question.kind === 'already_read') {
        const look = await checkQuestion(principal, followUpOf(request, question.statement));
        question = await look(isRepeat);
      }
      const isRead = question.kind === 'reading' && read.has(question.videoId);
      if (isRepeat) return { ...question, price: { ...FREE, cacheHit: false } };
      if (asked.has(wordsOf(question))) return { ...question, price: FREE };
      return isRead
        ? { ...question, price: { price: FOLLOW_UP_PRICE, cacheHit: false } }
        : question;
    },
    /** Said of a question only once its price was found in the wallet: any other is never read. */
    answered: (question: CheckedQuestion): void => {
      asked.add(wordsOf(question));
      if (question.kind === 'reading') read.add(question.videoId);
    },
  };
}

function totalOf(
  items: readonly ItemEstimate[],
  account: Account,
  wallet: Principal['wallet'],
): Omit<BatchEstimate, 'items'> {
  const estimates = items.flatMap(({ estimate }) => estimate ?? []);
  const unknown = estimates.filter(({ credits }) => credits === null).length;
  const sum = estimates.reduce((total, { credits }) => total + toHundredths(credits ?? 0), 0);
  const money =
    unknown === 0
      ? {
          credits: toCredits(sum as Parameters<typeof toCredits>[0]),
          balance_after: toCredits(spendable(account, wallet)),
        }
      : { credits: null, balance_after: null, reason: unknownLengths(unknown) };
  return {
    ...money,
    cache_hit: estimates.length > 0 && estimates.every(({ cache_hit }) => cache_hit),
    window: null,
    depth: 'full',
    sheets: 0,
    estimated_vision_tokens: 0,
    wallet,
  };
}

const unknownLengths = (count: number): string =>
  `How long ${count === 1 ? 'one of the videos is' : `${count} of the videos are`}, is known once fetched; the other items have their prices.`;
