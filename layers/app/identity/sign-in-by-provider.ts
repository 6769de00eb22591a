import { Email, type User } from '../../domain/identity/user.ts';
import type { Digest } from '../ports/digest.ts';
import type { Departure, IdentityProvider } from '../ports/identity/identity-provider.ts';
import type { People } from '../ports/identity/people.ts';
import { TRIES_FROM_ADDRESS } from './attempt-limits.ts';
import type { makeGiveChallenges } from './challenges.ts';
import type { makeCountAgainst } from './limit.ts';

interface Deps {
  readonly provider: IdentityProvider;
  readonly challenges: ReturnType<typeof makeGiveChallenges>;
  readonly people: Pick<People, 'findByEmail'>;
  readonly countAgainst: ReturnType<typeof makeCountAgainst>;
  readonly digest: Digest;
}

/**
 * Providers take a state of this many characters; who was going to a longer address goes home
 * instead.
 */
const MOST_CHARACTERS = 1000;

/** The challenge holds for this address alone, so the address may travel through the browser. */
const purposeOf = (returnTo: string) => `sign in at the provider, then ${returnTo}`;

/**
 * Signs in by an outside provider, whose word for an address is taken. Only people who are
 * members here get in: the provider says who somebody is, not that they belong here.
 */
export function makeSignInByProvider(deps: Deps) {
  const { provider, challenges, people, countAgainst, digest } = deps;
  // Nonce and verifier follow from state and the browser's secret, which nobody else has together.
  const departure = (redirectUri: string, visitor: string, state: string): Departure => ({
    redirectUri,
    state,
    nonce: digest(`nonce ${visitor} ${state}`),
    codeVerifier: digest(`verifier ${visitor} ${state}`),
  });
  return {
    name: provider.name,

    /** The address to send the browser to. @throws DomainError rate_limited */
    async leave(
      redirectUri: string,
      visitor: string,
      wish: string,
      address: string,
    ): Promise<string> {
      await countAgainst(TRIES_FROM_ADDRESS, address);
      const encoded = encodeURIComponent(wish);
      const returnTo = encoded.length > MOST_CHARACTERS ? '' : encoded;
      const challenge = await challenges.give(visitor, purposeOf(returnTo));
      return provider.addressFor(departure(redirectUri, visitor, `${challenge}.${returnTo}`));
    },

    /**
     * @returns the person and where they were going; undefined when the answer does not hold, or
     * names nobody here
     */
    async comeBack(
      redirectUri: string,
      visitor: string,
      query: URLSearchParams,
    ): Promise<{ user: User; returnTo: string } | undefined> {
      const state = query.get('state') ?? '';
      const [challenge = '', returnTo = ''] = state.split(/\.(.*)/s);
      if (!(await challenges.take(challenge, visitor, purposeOf(returnTo)))) return undefined;
      const vouched = await provider.emailOf(departure(redirectUri, visitor, state), query);
      const email = Email.safeParse(vouched).data;
      const user = email === undefined ? undefined : await people.findByEmail(email);
      return user && { user, returnTo: decodeURIComponent(returnTo) };
    },
  };
}
