import { DomainError } from '../../domain/errors.ts';
import type { RateCounter } from '../ports/accounts/rate-counter.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';

interface Deps {
  readonly counter: RateCounter;
  readonly digest: Digest;
  readonly now: Clock;
}

/** How many events of a kind one source may cause. */
export interface Limit {
  /** What is counted, for example `sign-in mails to a mailbox`. */
  readonly what: string;
  readonly most: number;
  readonly perMinutes: number;
}

/**
 * Counts an event against a limit. Whose it is is kept as a digest.
 * @throws DomainError rate_limited with the seconds until the next window
 */
export const makeCountAgainst =
  ({ counter, digest, now }: Deps) =>
  async ({ what, most, perMinutes }: Limit, whose: string): Promise<void> => {
    const ms = now().getTime();
    const windowMs = perMinutes * 60_000;
    const start = ms - (ms % windowMs);
    const subject = `${what} in ${perMinutes} min#${digest(whose)}`;
    const count = await counter.count(subject, new Date(start).toISOString(), perMinutes * 60);
    if (count <= most) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((start + windowMs - ms) / 1000));
    throw new DomainError(
      'rate_limited',
      `Too many tries: ${most} ${what} are taken in ${perMinutes} minutes. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`,
      { retryAfterSeconds },
    );
  };
