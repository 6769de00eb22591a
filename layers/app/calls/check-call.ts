import type { Account } from '../../domain/accounts/account.ts';
import type { Principal } from '../../domain/accounts/credential.ts';
import { renewed, requireFunds, requireSomeFunds } from '../../domain/accounts/movements.ts';
import {
  isPaid,
  NOTHING_PAID,
  type PaidCharge,
  type PaidFor,
  priceOfStretches,
  withReason,
} from '../../domain/accounts/paid-windows.ts';
import { coveredOf } from '../../domain/accounts/shortfall.ts';
import { longestRead } from '../../domain/accounts/tier-limits.ts';
import { DomainError } from '../../domain/errors.ts';
import { isReadInSegments } from '../../domain/sources/read-work.ts';
import type { VideoRecord } from '../../domain/videos/video-record.ts';
import { makeFindSource, type Named, type SourceDeps } from '../links/find-source.ts';
import { findStored } from '../operations/find-stored.ts';
import { chargeOf, FREE, type Operation, type Planned } from '../operations/operation.ts';
import { resultPlace } from '../operations/result-key.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { PaidWindows } from '../ports/videos/videos.ts';
import type { AcceptDeps, Checked } from './accept-job.ts';

export interface CheckDeps extends SourceDeps, Pick<AcceptDeps, 'artifacts'> {
  readonly paidWindows: PaidWindows;
  readonly accounts: Pick<Accounts, 'find'>;
  /** Core-seconds of work that one segment of a long read is to take. */
  readonly segmentSeconds: number;
}

/** A call that may run, with what it comes to as far as its video is known. */
export interface CheckedCall<Plan> {
  readonly checked: Checked;
  /** As it stands now, a due renewal included. */
  readonly account: Account;
  /** Left out while the video is still to be fetched. */
  readonly priced?: { readonly planned: Planned<Plan>; readonly price: PaidCharge };
}

/**
 * Finds the video of a call, and makes sure that the call can run. Where the video is stored the
 * call is planned and priced. Nothing is written.
 * @throws DomainError video_not_found, source_unavailable, tier_limit, insufficient_credits,
 * invalid_request, and what planning throws
 */
export function makeCheckCall<Request extends Named & { sync: boolean }, Plan, By>(
  operation: Operation<Request, Plan, By, never, unknown>,
  deps: CheckDeps & By,
) {
  const { accounts, now } = deps;
  const findSource = makeFindSource(deps);
  /** @param isFree whether what the call makes was paid for under the same key */
  return async (
    principal: Principal,
    request: Request,
    isFree: boolean,
  ): Promise<CheckedCall<Plan>> => {
    const { tier } = principal;
    const longest = longestRead(tier);
    const requirePossible = () => {
      operation.requireTier(tier, request);
      operation.requirePossible(request, longest);
    };
    const [source, found] = await Promise.all([
      findSource(principal, request, requirePossible),
      accounts.find(principal.orgId),
    ]);
    const duration = source.kind === 'stored' ? source.video.probe.duration : undefined;
    operation.requireTier(tier, request, duration);
    if (!found) throw new DomainError('unauthorized', 'The organization has no account.');
    const account = renewed(found, now());
    if (source.kind === 'pending') {
      operation.requirePossible(request, longest);
      if (!isFree) requireSomeFunds(account, principal.wallet);
      const { video, reserving } = source;
      const checked = { video, detail: null, ...(reserving ? { reserving } : {}) };
      return { account, checked };
    }
    const { video } = source;
    const planned = operation.plan(request, video, deps, longest);
    operation.requireWindow(tier, request, planned.window);
    const { price, ready } = await priced(deps, video, planned, isFree);
    if (!isFree) requireFunds(account, principal.wallet, price.price);
    const { detail, work = 0 } = planned;
    const isLong = isReadInSegments(work, deps.segmentSeconds);
    const isSent = request.sync;
    const checked = { video, detail, isLong, ...(ready && { ready: { ...ready, isSent } }) };
    return { account, checked, priced: { planned, price } };
  };
}

type Ready = Omit<NonNullable<Checked['ready']>, 'isSent'>;

/** What a planned call costs, and where its result is when it only has to be paid for. */
async function priced(
  { paidWindows, artifacts, digest }: CheckDeps,
  video: VideoRecord,
  planned: Planned<unknown>,
  isFree: boolean,
): Promise<{ readonly price: PaidCharge; readonly ready?: Ready }> {
  if (isFree) return { price: FREE };
  const { isCheaperAgain, pays, question } = planned;
  const paid = isCheaperAgain ? await paidWindows.of(video, pays.level) : NOTHING_PAID;
  const place = resultPlace(digest, video, question);
  const price = await storedPrice(artifacts, place, planned, paid);
  if (!price) return { price: chargeOf(planned, paid) };
  const { price: owed, reason } = price;
  return { price, ready: { price: owed, reason, resultKey: place.resultKey } };
}

/**
 * The price of what a stored result covers; undefined when none is stored whole, or something in it
 * was not paid for.
 */
async function storedPrice(
  artifacts: CheckDeps['artifacts'],
  place: ReturnType<typeof resultPlace>,
  { pays, priceOf, reason }: Planned<unknown>,
  paid: PaidFor,
): Promise<PaidCharge | undefined> {
  const [start] = pays.window;
  // Looking is spared where nothing was paid: nothing can be stored then that is cheaper.
  const stored = isPaid([start, start], paid.windows)
    ? await findStored(artifacts, place)
    : undefined;
  if (!stored) return undefined;
  const price = priceOfStretches(coveredOf(pays.window, stored.shortfall), paid, priceOf);
  // What is read anew is noted as such by the worker that does it.
  return price.cacheHit && !price.isRedrawn ? withReason(price, reason) : undefined;
}
