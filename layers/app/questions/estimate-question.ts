import type { Account } from '../../domain/accounts/account.ts';
import type { QuestionEstimate } from '../../domain/calls/estimate.ts';
import { moneyOf } from '../../domain/calls/estimated-money.ts';
import type { WatchVideoRequest } from '../../domain/questions/question.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import type { AcceptDeps } from '../calls/accept-job.ts';
import { earlierJob } from '../calls/earlier-job.ts';
import { REPEATED } from '../calls/estimate-call.ts';
import { FREE } from '../operations/operation.ts';
import { requireWebhook } from '../webhooks/require-webhook.ts';
import {
  type CheckedQuestion,
  type CheckQuestionDeps,
  makeCheckQuestion,
} from './check-question.ts';
import type { Asker } from './question-source.ts';

export type EstimateQuestionDeps = CheckQuestionDeps &
  Pick<AcceptDeps, 'jobs' | 'videos' | 'webhookRefusal'>;

/**
 * What a question would cost, by what accepting it does. Nothing is written.
 * @throws DomainError what accepting the question throws, but for slots
 */
export function makeEstimateQuestion(deps: EstimateQuestionDeps) {
  const { webhookRefusal, now } = deps;
  const checkQuestion = makeCheckQuestion(deps);
  return async (principal: Asker, request: WatchVideoRequest): Promise<QuestionEstimate> => {
    const look = await checkQuestion(principal, request);
    requireWebhook(request.webhook_url, webhookRefusal);
    const before = await earlierJob(deps, { principal, operation: 'watch_video', request });
    const question = await look(before?.job !== undefined);
    const told = { account: question.account, wallet: principal.wallet, now: now() };
    if (!before?.job) return estimateOf(question, told);
    const price = { ...FREE, cacheHit: before.job.cache_hit };
    return estimateOf({ ...question, price }, { ...told, reason: REPEATED });
  };
}

interface Told {
  readonly account: Account;
  readonly wallet: Asker['wallet'];
  readonly now: Date;
  readonly reason?: string;
}

/**
 * The estimate of a question.
 * @param told the account that pays, and why nothing would be charged
 * @throws DomainError insufficient_credits
 */
export function estimateOf(
  question: CheckedQuestion,
  { account, wallet, now, reason = reasonOf(question) }: Told,
): QuestionEstimate {
  const { price, window, depth } = question;
  return {
    ...moneyOf(account, wallet, price, { now, reason }),
    window: window ? [toMillisecond(window[0]), toMillisecond(window[1])] : null,
    depth,
    sheets: 0,
    estimated_vision_tokens: 0,
  };
}

/** Why a question whose video was read is free: the call would start nothing. */
function reasonOf(question: CheckedQuestion): string | undefined {
  if (question.kind !== 'already_read') return undefined;
  const { session_id, price } = question.statement;
  return `This video was read already: the call would start nothing and say how to go on. Asking on in ${session_id} costs ${price.follow_up}, reading anew with \`rewatch\` ${price.rewatch}.`;
}
