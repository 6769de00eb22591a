import type { makeBeginSession } from '../../../layers/app/identity/begin-session.ts';
import type { makeKeepPasskeys } from '../../../layers/app/identity/keep-passkeys.ts';
import type { makeSignInByPasskey } from '../../../layers/app/identity/sign-in-by-passkey.ts';
import type { Person } from '../../../layers/domain/accounts/credential.ts';
import type { PageAnswer, Visit } from '../../../layers/http/page-handler.ts';
import { relyingParty } from '../../../layers/http/relying-party.ts';
import { home, signedInAs } from './going-on.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import type { SignInPage } from './ways.ts';

interface Deps {
  readonly byPasskey: ReturnType<typeof makeSignInByPasskey>;
  readonly keeping: ReturnType<typeof makeKeepPasskeys>;
  readonly beginSession: ReturnType<typeof makeBeginSession>;
  /** @throws DomainError unauthorized for somebody who is not signed in */
  readonly requirePerson: (visit: Visit) => Promise<Person>;
  readonly signIn: SignInPage;
}

const partyOf = ({ baseUrl }: Visit) => relyingParty(baseUrl);
const answerOf = ({ form }: Visit) => form['credential'] ?? '';

/** Signs in by a passkey, and lets those who are signed in add and remove theirs. */
export const passkeyPages = ({
  byPasskey,
  keeping,
  beginSession,
  requirePerson,
  signIn,
}: Deps) => ({
  script: async (): Promise<PageAnswer> => ({ script: PASSKEY_SCRIPT }),

  ask: async (visit: Visit): Promise<PageAnswer> => ({
    json: await byPasskey.ask(partyOf(visit), visit.visitor, visit.address),
  }),

  async enter(visit: Visit): Promise<PageAnswer> {
    const userId = await byPasskey.check(partyOf(visit), visit.visitor, answerOf(visit));
    const secret = userId && (await beginSession(userId, visit.session));
    return secret
      ? signedInAs(visit, secret)
      : signIn(visit, 'This passkey is not known here. Sign in with a code.');
  },

  async askNew(visit: Visit): Promise<PageAnswer> {
    const { userId } = await requirePerson(visit);
    return { json: await keeping.ask(partyOf(visit), visit.visitor, userId) };
  },

  async add(visit: Visit): Promise<PageAnswer> {
    const { userId } = await requirePerson(visit);
    const added = await keeping.add(partyOf(visit), visit.visitor, userId, answerOf(visit));
    return added ? { to: home(visit) } : signIn(visit, 'This passkey could not be added.');
  },

  async remove(visit: Visit): Promise<PageAnswer> {
    const { userId } = await requirePerson(visit);
    await keeping.remove(userId, visit.form['credential_id'] ?? '');
    return { to: home(visit) };
  },
});
