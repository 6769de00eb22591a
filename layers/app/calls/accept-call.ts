import type { Account } from '../../domain/account.ts';
import type { Principal } from '../../domain/credential.ts';
import { DomainError } from '../../domain/errors.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import { renewed, requireFunds, requireSomeFunds } from '../../domain/movements.ts';
import {
  isPaid,
  NOTHING_PAID,
  type PaidFor,
  priceOfStretches,
  withReason,
} from '../../domain/paid-windows.ts';
import { coveredOf } from '../../domain/shortfall.ts';
import { requireWindow } from '../../domain/tier-limits.ts';
import type { VideoRecord } from '../../domain/video-record.ts';
import { makeFindSource, type Named, type SourceDeps } from '../links/find-source.ts';
import { findStored } from '../operations/find-stored.ts';
import { chargeOf, type Operation, type Planned } from '../operations/operation.ts';
import { resultPlace } from '../operations/result-key.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { PaidWindows } from '../ports/videos.ts';
import { type AcceptDeps, type Call, type Checked, makeAcceptJob } from './accept-job.ts';

interface Deps extends AcceptDeps, SourceDeps {
  readonly paidWindows: PaidWindows;
  readonly accounts: Pick<Accounts, 'find'>;
}

/**
 * Accepts a call about a video. Where the video is stored, the call is planned and priced here
 * already, so that one which cannot run is told so at once, queued or not; the worker charges. A
 * window paid for whose result is stored has ended at once. A link that is still to be fetched is
 * planned and priced by the worker.
 * @throws DomainError video_not_found, source_unavailable, tier_limit, insufficient_credits,
 * rate_limited, invalid_request, and what planning throws
 */
export function makeAcceptCall<Request extends Call['request'] & Named & { sync: boolean }, Plan>(
  operation: Operation<Request, Plan>,
  deps: Deps,
) {
  const { paidWindows, accounts, artifacts, digest, now } = deps;
  const findSource = makeFindSource(deps);
  const acceptJob = makeAcceptJob(deps);
  const planned = async (
    { tier, wallet }: Principal,
    request: Request,
    video: VideoRecord,
    account: Account,
    isFree: boolean,
  ): Promise<Checked> => {
    const plan = operation.plan(request, video);
    requireWindow(tier, plan.window);
    const paid = plan.isCheaperAgain ? await paidWindows.of(video, plan.pays.level) : NOTHING_PAID;
    const place = resultPlace(digest, video, plan.question);
    const ready = isFree ? undefined : await readyFor(artifacts, place, plan, paid);
    if (!isFree) requireFunds(account, wallet, (ready ?? chargeOf(plan, paid)).price);
    const { detail } = plan;
    return { video, detail, ...(ready && { ready: { ...ready, isSent: request.sync } }) };
  };
  return (principal: Principal, request: Request): Promise<JobRecord> =>
    acceptJob({ principal, operation: operation.name, request }, async (isFree) => {
      const [source, found] = await Promise.all([
        findSource(principal, request),
        accounts.find(principal.orgId),
      ]);
      operation.requireTier(principal.tier, request);
      if (!found) throw new DomainError('unauthorized', 'The organization has no account.');
      const account = renewed(found, now());
      if (source.kind === 'stored') {
        return planned(principal, request, source.video, account, isFree);
      }
      if (!isFree) requireSomeFunds(account, principal.wallet);
      const { video, reserving } = source;
      return { video, detail: null, ...(reserving ? { reserving } : {}) };
    });
}

/**
 * The stored result of a call, with the price of what it covers; undefined when none is stored whole, or
 * something in it was not paid for.
 */
async function readyFor(
  artifacts: Deps['artifacts'],
  place: ReturnType<typeof resultPlace>,
  { pays, priceOf, reason }: Planned<unknown>,
  paid: PaidFor,
): Promise<Omit<NonNullable<Checked['ready']>, 'isSent'> | undefined> {
  const [start] = pays.window;
  // Looking is spared where nothing was paid: nothing can be stored then that is cheaper.
  const stored = isPaid([start, start], paid.windows)
    ? await findStored(artifacts, place)
    : undefined;
  if (!stored) return undefined;
  const price = priceOfStretches(coveredOf(pays.window, stored.shortfall), paid, priceOf);
  // What is read anew is noted as such by the worker that does it.
  if (!price.cacheHit || price.isRedrawn) return undefined;
  return { ...withReason(price, reason), resultKey: place.resultKey };
}
