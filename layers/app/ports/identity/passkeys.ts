import type { Passkey } from '../../../domain/identity/passkey.ts';
import type { User } from '../../../domain/identity/user.ts';

export interface Passkeys {
  /**
   * Adds a passkey, unless its person has as many as they may have by then.
   * @returns false when they have, or when the credential is known, whosever it is
   */
  add(passkey: Passkey, most: number): Promise<boolean>;
  find(credentialId: string): Promise<Passkey | undefined>;
  list(userId: string): Promise<Passkey[]>;
  /**
   * Notes a use.
   * @returns false when the passkey went, or was used meanwhile with a later count
   */
  use(passkey: Passkey, counter: number, at: Date): Promise<boolean>;
  remove(userId: string, credentialId: string): Promise<void>;
  /** Removes all that is kept of a person's passkeys. */
  removeAll(userId: string): Promise<void>;
}

/** Whom devices sign for. */
export interface RelyingParty {
  /** The host, as the browser knows it. */
  readonly id: string;
  readonly origin: string;
}

/** Whether a challenge is one that was given for this. */
type Expected = (challenge: string) => Promise<boolean>;

/** What browsers and devices say to each other and to us: https://www.w3.org/TR/webauthn-3/ */
export interface PasskeyCeremonies {
  /** What the browser passes on to a device that shall make a passkey. */
  creation(
    party: RelyingParty,
    challenge: string,
    user: User,
    known: readonly Passkey[],
  ): Promise<object>;
  /** What the browser passes on to a device that shall sign. */
  request(party: RelyingParty, challenge: string): Promise<object>;
  /** @returns the passkey that was made; undefined for an answer that does not hold */
  made(
    party: RelyingParty,
    answer: string,
    expected: Expected,
  ): Promise<Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'> | undefined>;
  /** The passkey that an answer names; undefined when it names none. */
  named(answer: string): string | undefined;
  /** @returns the device's count of uses; undefined for an answer that does not hold */
  signed(
    party: RelyingParty,
    answer: string,
    passkey: Passkey,
    expected: Expected,
  ): Promise<number | undefined>;
}
