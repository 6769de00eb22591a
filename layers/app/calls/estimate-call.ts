import type { Principal } from '../../domain/accounts/credential.ts';
import type { PaidCharge } from '../../domain/accounts/paid-windows.ts';
import type { CallEstimate } from '../../domain/calls/estimate.ts';
import { moneyOf } from '../../domain/calls/estimated-money.ts';
import type { Level } from '../../domain/frames/levels.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import type { Named } from '../links/find-source.ts';
import { FREE, type Operation } from '../operations/operation.ts';
import { requireWebhook } from '../webhooks/require-webhook.ts';
import type { AcceptDeps } from './accept-job.ts';
import type { Call } from './call.ts';
import { type CheckDeps, makeCheckCall } from './check-call.ts';
import { earlierJob } from './earlier-job.ts';

export type EstimateDeps = CheckDeps & Pick<AcceptDeps, 'jobs' | 'videos' | 'webhookRefusal'>;

export const REPEATED =
  'This call was made before under its idempotency_key: it would be answered as it was then, free.';

/**
 * What a call about a video would cost, by what accepting it does. Nothing is written: no slot, no
 * key, no video of a link.
 * @throws DomainError what accepting the call throws, but for slots
 */
export function makeEstimateCall<
  Request extends Call['request'] & Named & { sync: boolean },
  Plan,
  By,
>(operation: Operation<Request, Plan, By, never, unknown>, deps: EstimateDeps & By) {
  const { webhookRefusal, now } = deps;
  const check = makeCheckCall(operation, deps);
  return async (principal: Principal, request: Request): Promise<CallEstimate> => {
    requireWebhook(request.webhook_url, webhookRefusal);
    const before = await earlierJob(deps, { principal, operation: operation.name, request });
    const repeats = before?.job;
    const isFree = repeats !== undefined || before?.redraws !== undefined;
    const { account, priced } = await check(principal, request, isFree);
    const price: PaidCharge | undefined = repeats
      ? { ...FREE, cacheHit: repeats.cache_hit }
      : priced?.price;
    const reason = repeats && REPEATED;
    const money = moneyOf(account, principal.wallet, price, { now: now(), reason });
    if (!priced) {
      return { ...money, window: null, detail: null, sheets: null, estimated_vision_tokens: null };
    }
    const { window, detail, shows } = priced.planned;
    return {
      ...money,
      window: [toMillisecond(window[0]), toMillisecond(window[1])],
      detail: detail as Level | null,
      sheets: shows.sheets,
      estimated_vision_tokens: shows.visionTokens,
    };
  };
}
