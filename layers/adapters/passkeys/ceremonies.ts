import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { PasskeyCeremonies } from '../../app/ports/identity/passkeys.ts';
import { CHALLENGE_MINUTES } from '../../domain/identity/challenge.ts';

/**
 * ES256, EdDSA and RS256: what devices of today have between them.
 * https://www.iana.org/assignments/cose
 */
const supportedAlgorithmIDs = [-7, -8, -257];

const timeout = CHALLENGE_MINUTES * 60_000;

/** True of an answer that was given in a page of ours, not in a frame of somebody else's page. */
const isUnframed = (clientDataJSON: string): boolean =>
  JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')).crossOrigin !== true;

/**
 * As much of a browser's answer as the library does not look at, or as is relied on before it is
 * verified.
 */
const Answer = z.looseObject({
  id: z.string().min(1).max(1500),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: z.string().refine(isUnframed),
    userHandle: z.string().optional(),
  }),
});

function parsed(answer: string): z.infer<typeof Answer> | undefined {
  try {
    return Answer.safeParse(JSON.parse(answer)).data;
  } catch {
    return undefined;
  }
}

/** What does not verify is thrown by the library, for reasons that nobody is told. */
const orNone = <Result>(work: Promise<Result | undefined>): Promise<Result | undefined> =>
  work.catch(() => undefined);

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

/**
 * Passkeys that name their person by themselves, and whose device made sure of the person (PIN,
 * finger, face): one is enough to sign in. What device it is is not asked.
 */
export const passkeyCeremonies: PasskeyCeremonies = {
  creation: ({ id: rpID }, challenge, { user_id, email }, known) =>
    generateRegistrationOptions({
      rpName: 'Video Reader',
      rpID,
      timeout,
      challenge: bytes(challenge),
      userID: bytes(handleOf(user_id)),
      userName: email,
      userDisplayName: email,
      excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
      supportedAlgorithmIDs,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }),
  request: ({ id: rpID }, challenge) =>
    generateAuthenticationOptions({
      rpID,
      timeout,
      challenge: bytes(challenge),
      userVerification: 'required',
    }),
  async made({ id, origin }, answer, expectedChallenge) {
    const response = parsed(answer);
    if (!response) return undefined;
    return orNone(
      verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        supportedAlgorithmIDs,
      }).then(({ verified, registrationInfo }) => {
        if (!verified) return undefined;
        const { id: credential_id, publicKey, counter, transports } = registrationInfo.credential;
        return {
          credential_id,
          public_key: base64url(publicKey),
          counter,
          transports: transports ?? [],
        };
      }),
    );
  },
  named: (answer) => parsed(answer)?.id,
  async signed({ id, origin }, answer, passkey, expectedChallenge) {
    const response = parsed(answer);
    // The device names the person that it made the passkey for (Web Authentication, 7.2, step 6).
    if (response?.response.userHandle !== handleOf(passkey.user_id)) return undefined;
    return orNone(
      verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: bytes(passkey.public_key),
          counter: passkey.counter,
          transports: passkey.transports,
        },
      }).then(({ verified, authenticationInfo }) =>
        verified ? authenticationInfo.newCounter : undefined,
      ),
    );
  },
};
