import type { makeBeginSession } from '../../../layers/app/identity/begin-session.ts';
import type { makeCheckCode, makeMailCode } from '../../../layers/app/identity/sign-in-by-code.ts';
import type { PageAnswer, Visit } from '../../../layers/http/page-handler.ts';
import { goingOn, signedInAs } from './going-on.ts';
import { codePage, linkPage } from './views.ts';
import type { SignInPage } from './ways.ts';

const WRONG_CODE =
  'That is not the code, or it is not good any more. A code is good for ten minutes, once, and for five tries.';

interface Deps {
  readonly mailCode: ReturnType<typeof makeMailCode>;
  readonly checkCode: ReturnType<typeof makeCheckCode>;
  readonly beginSession: ReturnType<typeof makeBeginSession>;
  readonly signIn: SignInPage;
}

/** Signs in by a code: the address, then what was mailed there. */
export function codePages({ mailCode, checkCode, beginSession, signIn }: Deps) {
  return {
    async mail(visit: Visit): Promise<PageAnswer> {
      const email = await mailCode(visit.visitor, visit.form['email'], visit.address);
      return { page: codePage(goingOn(visit), email) };
    },

    async link(visit: Visit): Promise<PageAnswer> {
      const { attempt = '', email = '', code = '' } = visit.query;
      return { page: linkPage(goingOn(visit), { attempt, email, code }) };
    },

    async enter(visit: Visit): Promise<PageAnswer> {
      const { attempt, email, code } = visit.form;
      const typed = {
        secret: attempt ?? visit.visitor,
        byLink: attempt !== undefined,
        email,
        code,
      };
      const user = await checkCode(typed, visit.address);
      const secret = user && (await beginSession(user.user_id, visit.session));
      if (secret !== undefined) return signedInAs(visit, secret);
      return attempt === undefined
        ? { page: codePage(goingOn(visit), email ?? '', WRONG_CODE), status: 400 }
        : signIn(visit, 'This link was used, or is not good any more.');
    },
  };
}
