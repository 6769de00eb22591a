import type { makeBeginSession } from '../../../layers/app/identity/begin-session.ts';
import type { makeSignInByProvider } from '../../../layers/app/identity/sign-in-by-provider.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import type { PageAnswer, Visit } from '../../../layers/http/page-handler.ts';
import { signedInAs } from './going-on.ts';
import type { SignInPage } from './ways.ts';

interface Deps {
  /** Undefined where no provider is configured. */
  readonly byProvider: ReturnType<typeof makeSignInByProvider> | undefined;
  readonly beginSession: ReturnType<typeof makeBeginSession>;
  readonly signIn: SignInPage;
}

const redirectUri = ({ baseUrl }: Visit): string => `${baseUrl}/signin/provider/back`;

/** Signs in by an outside provider: the way there, and the way back. */
export function providerPages({ byProvider, beginSession, signIn }: Deps) {
  const configured = () => {
    if (byProvider) return byProvider;
    throw new DomainError('invalid_request', 'No outside provider signs people in here.');
  };
  return {
    async leave(visit: Visit): Promise<PageAnswer> {
      const wish = visit.query['return_to'] ?? '';
      const { visitor, address } = visit;
      return { to: await configured().leave(redirectUri(visit), visitor, wish, address) };
    },

    async comeBack(visit: Visit): Promise<PageAnswer> {
      const query = new URLSearchParams({ ...visit.query } as Record<string, string>);
      const back = await configured().comeBack(redirectUri(visit), visit.visitor, query);
      const secret = back && (await beginSession(back.user.user_id, visit.session));
      return secret
        ? signedInAs({ ...visit, query: { return_to: back.returnTo } }, secret)
        : signIn(visit, `${configured().name} did not name anybody who belongs here.`);
    },
  };
}
