import type { Challenge } from '../../../domain/identity/challenge.ts';

export interface Challenges {
  keep(challenge: Challenge): Promise<void>;
  /** Takes a challenge away and returns it; undefined when it was taken before, or never given. */
  take(hash: string): Promise<Challenge | undefined>;
}
