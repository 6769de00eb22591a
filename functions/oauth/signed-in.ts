import type { Accounts } from '../../layers/app/ports/accounts/accounts.ts';
import type { People } from '../../layers/app/ports/identity/people.ts';
import type { SignedIn } from '../../layers/app/ports/identity/signed-in.ts';
import { DomainError } from '../../layers/domain/errors.ts';
import { cookieName, cookieOf } from '../../layers/http/cookies.ts';
import type { Gate } from '../../layers/http/http-handler.ts';

interface Deps {
  readonly gate: Pick<Gate, 'authenticate'>;
  readonly people: Pick<People, 'find' | 'membershipsOf'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly baseUrl: string;
}

/** Tells whose session a browser's cookies carry, as for every other call. */
export const signedInBy =
  ({ gate, people, accounts, baseUrl }: Deps): SignedIn =>
  async (cookies) => {
    const session = cookieOf({ headers: { cookie: cookies } }, cookieName('session', baseUrl));
    if (session === undefined) return undefined;
    try {
      const person = await gate.authenticate({ session });
      if (person.kind !== 'session') return undefined;
      const {
        orgId,
        userId,
        session: { hash },
      } = person;
      const [user, account, memberships] = await Promise.all([
        people.find(userId),
        accounts.find(orgId),
        people.membershipsOf(userId),
      ]);
      if (!user) return undefined;
      return {
        orgId,
        orgName: account?.name,
        hasOthers: memberships.length > 1,
        userId,
        email: user.email,
        sessionHash: hash,
      };
    } catch (error) {
      if (error instanceof DomainError && error.type === 'unauthorized') return undefined;
      throw error;
    }
  };
