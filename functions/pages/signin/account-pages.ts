import type { makeBeginSession } from '../../../layers/app/identity/begin-session.ts';
import type { makeGetSession } from '../../../layers/app/identity/get-session.ts';
import type { makeKeepPasskeys } from '../../../layers/app/identity/keep-passkeys.ts';
import type { Sessions } from '../../../layers/app/ports/identity/sessions.ts';
import type { Credentials, Person, Principal } from '../../../layers/domain/accounts/credential.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { clearCookie, cookieName } from '../../../layers/http/cookies.ts';
import type { PageAnswer, Visit } from '../../../layers/http/page-handler.ts';
import { relyingParty } from '../../../layers/http/relying-party.ts';
import { askingPage } from './form-parts.ts';
import { goingOn, nextOf, signedInAs } from './going-on.ts';
import { passkeysOf } from './passkey-views.ts';
import { accountPage } from './views.ts';

interface Deps {
  readonly authenticate: (credentials: Credentials) => Promise<Principal>;
  readonly getSession: ReturnType<typeof makeGetSession>;
  readonly beginSession: ReturnType<typeof makeBeginSession>;
  readonly sessions: Pick<Sessions, 'remove' | 'removeAll'>;
  readonly keeping: Pick<ReturnType<typeof makeKeepPasskeys>, 'list'>;
}

/** Where the person was going is kept: they may go on as somebody else. */
const signedOut = (visit: Visit): PageAnswer => ({
  to: askingPage(goingOn(visit)),
  cookies: [clearCookie(cookieName('session', visit.baseUrl), visit.baseUrl)],
});

/** What a person who is signed in finds at the address where others sign in. */
export function accountPages({ authenticate, getSession, beginSession, sessions, keeping }: Deps) {
  const personOf = async ({ session }: Visit): Promise<Person | undefined> => {
    if (session === undefined) return undefined;
    try {
      const principal = await authenticate({ session });
      return principal.kind === 'session' ? principal : undefined;
    } catch (error) {
      if (error instanceof DomainError && error.type === 'unauthorized') return undefined;
      throw error;
    }
  };
  return {
    personOf,

    /** @throws DomainError unauthorized */
    async requirePerson(visit: Visit): Promise<Person> {
      const person = await personOf(visit);
      if (person) return person;
      throw new DomainError('unauthorized', 'You are not signed in any more. Sign in first.');
    },

    /** Undefined for somebody who is not signed in. */
    async show(visit: Visit): Promise<PageAnswer | undefined> {
      const person = await personOf(visit);
      if (!person) return undefined;
      const [{ email, organizations, org_id: orgId }, passkeys] = await Promise.all([
        getSession(person),
        keeping.list(person.userId),
      ]);
      const going = goingOn(visit);
      return {
        page: accountPage(going, {
          email,
          organizations,
          orgId,
          next: nextOf(visit),
          passkeys: passkeysOf(going, relyingParty(visit.baseUrl), passkeys),
        }),
      };
    },

    async changeOrganization(visit: Visit): Promise<PageAnswer> {
      const person = await personOf(visit);
      const orgId = visit.form['org_id'] ?? '';
      const secret = person && (await beginSession(person.userId, visit.session, orgId));
      const asking = { to: askingPage(goingOn(visit)) };
      return secret === undefined ? asking : signedInAs(visit, secret);
    },

    async signOut(visit: Visit): Promise<PageAnswer> {
      const person = await personOf(visit);
      if (person) await sessions.remove(person.session);
      return signedOut(visit);
    },

    /** Ends every session of the person, in whatever browser and organization. */
    async signOutEverywhere(visit: Visit): Promise<PageAnswer> {
      const person = await personOf(visit);
      if (person) await sessions.removeAll(person.userId);
      return signedOut(visit);
    },
  };
}
