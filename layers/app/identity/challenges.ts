import { CHALLENGE_MINUTES } from '../../domain/identity/challenge.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { Challenges } from '../ports/identity/challenges.ts';

interface Deps {
  readonly challenges: Challenges;
  readonly digest: Digest;
  readonly newSecret: () => string;
  readonly now: Clock;
}

/** Gives out challenges that one browser brings back once, for what it was given them for. */
export const makeGiveChallenges = ({ challenges, digest, newSecret, now }: Deps) => ({
  async give(visitor: string, purpose: string): Promise<string> {
    const challenge = newSecret();
    await challenges.keep({
      hash: digest(challenge),
      visitor_hash: digest(visitor),
      purpose,
      ends_at: new Date(now().getTime() + CHALLENGE_MINUTES * 60_000).toISOString(),
    });
    return challenge;
  },
  /** Takes a challenge away, and says whether it was given for this. */
  async take(challenge: string, visitor: string, purpose: string): Promise<boolean> {
    const given = await challenges.take(digest(challenge));
    return (
      given?.visitor_hash === digest(visitor) &&
      given.purpose === purpose &&
      Date.parse(given.ends_at) > now().getTime()
    );
  },
});
