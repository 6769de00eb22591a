import type { Principal } from '../../domain/accounts/credential.ts';
import { PLANS } from '../../domain/accounts/plans.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CallCounter } from '../ports/accounts/keys.ts';
import type { Clock } from '../ports/clock.ts';

const MINUTE_MS = 60_000;

/**
 * Counts a call against what the plan allows in a minute.
 * @throws DomainError rate_limited with the seconds until the next minute
 */
export const makeAdmit =
  ({ calls, now }: { calls: CallCounter; now: Clock }) =>
  async ({ orgId, tier }: Principal): Promise<void> => {
    const ms = now().getTime();
    const minute = ms - (ms % MINUTE_MS);
    const allowed = PLANS[tier].requests_per_minute;
    if ((await calls.count(orgId, new Date(minute).toISOString())) <= allowed) return;
    throw new DomainError(
      'rate_limited',
      `The ${tier} plan takes ${allowed} calls a minute, and this minute's are used up. Wait the seconds that Retry-After names.`,
      { retryAfterSeconds: Math.max(1, Math.ceil((minute + MINUTE_MS - ms) / 1000)) },
    );
  };
