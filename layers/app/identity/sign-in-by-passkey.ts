import type { Clock } from '../ports/clock.ts';
import type { PasskeyCeremonies, Passkeys, RelyingParty } from '../ports/identity/passkeys.ts';
import { TRIES_FROM_ADDRESS } from './attempt-limits.ts';
import type { makeGiveChallenges } from './challenges.ts';
import type { makeCountAgainst } from './limit.ts';

const PURPOSE = 'sign in by a passkey';

interface Deps {
  readonly ceremonies: Pick<PasskeyCeremonies, 'request' | 'named' | 'signed'>;
  readonly challenges: ReturnType<typeof makeGiveChallenges>;
  readonly passkeys: Pick<Passkeys, 'find' | 'use'>;
  readonly countAgainst: ReturnType<typeof makeCountAgainst>;
  readonly now: Clock;
}

/** Signs in by a passkey: which one, and so who it is, says the device. */
export const makeSignInByPasskey = (deps: Deps) => ({
  /** What the browser passes on to a device. @throws DomainError rate_limited */
  async ask(party: RelyingParty, visitor: string, address: string): Promise<object> {
    await deps.countAgainst(TRIES_FROM_ADDRESS, address);
    const challenge = await deps.challenges.give(visitor, PURPOSE);
    return deps.ceremonies.request(party, challenge);
  },
  /**
   * @param answer of the browser, as JSON
   * @returns the person's id; undefined when the answer does not hold
   */
  async check(party: RelyingParty, visitor: string, answer: string): Promise<string | undefined> {
    const { ceremonies, challenges, passkeys, now } = deps;
    const named = ceremonies.named(answer);
    const passkey = named === undefined ? undefined : await passkeys.find(named);
    if (!passkey) return undefined;
    const counter = await ceremonies.signed(party, answer, passkey, (challenge) =>
      challenges.take(challenge, visitor, PURPOSE),
    );
    if (counter === undefined || !(await passkeys.use(passkey, counter, now()))) return undefined;
    return passkey.user_id;
  },
});
