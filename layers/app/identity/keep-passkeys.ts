import { DomainError } from '../../domain/errors.ts';
import { MOST_PASSKEYS, type Passkey } from '../../domain/identity/passkey.ts';
import type { Clock } from '../ports/clock.ts';
import type { PasskeyCeremonies, Passkeys, RelyingParty } from '../ports/identity/passkeys.ts';
import type { People } from '../ports/identity/people.ts';
import type { makeGiveChallenges } from './challenges.ts';

interface Deps {
  readonly ceremonies: Pick<PasskeyCeremonies, 'creation' | 'made'>;
  readonly challenges: ReturnType<typeof makeGiveChallenges>;
  readonly passkeys: Passkeys;
  readonly people: Pick<People, 'find'>;
  readonly now: Clock;
}

const purposeOf = (userId: string) => `add a passkey of ${userId}`;

/** A signed-in person's own passkeys: added, listed and removed. */
export function makeKeepPasskeys({ ceremonies, challenges, passkeys, people, now }: Deps) {
  return {
    list: (userId: string): Promise<Passkey[]> => passkeys.list(userId),
    remove: (userId: string, credentialId: string) => passkeys.remove(userId, credentialId),

    /**
     * What the browser passes on to a device. @throws DomainError invalid_request past 20 passkeys
     */
    async ask(party: RelyingParty, visitor: string, userId: string): Promise<object> {
      const [user, known] = await Promise.all([people.find(userId), passkeys.list(userId)]);
      if (!user) throw new DomainError('unauthorized', 'Sign in first.');
      if (known.length >= MOST_PASSKEYS) {
        throw new DomainError(
          'invalid_request',
          `You have ${MOST_PASSKEYS} passkeys. Remove one that is not used any more.`,
        );
      }
      const challenge = await challenges.give(visitor, purposeOf(userId));
      return ceremonies.creation(party, challenge, user, known);
    },

    /**
     * @param answer of the browser, as JSON
     * @returns false when the answer does not hold, the passkey is known, or there are 20 by then
     */
    async add(
      party: RelyingParty,
      visitor: string,
      userId: string,
      answer: string,
    ): Promise<boolean> {
      const made = await ceremonies.made(party, answer, (challenge) =>
        challenges.take(challenge, visitor, purposeOf(userId)),
      );
      if (!made) return false;
      const created_at = now().toISOString();
      const passkey = { ...made, user_id: userId, created_at, last_used_at: null };
      return passkeys.add(passkey, MOST_PASSKEYS);
    },
  };
}
