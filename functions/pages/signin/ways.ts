import type { Html } from '../../../layers/http/html.ts';
import { html } from '../../../layers/http/html.ts';
import type { PageAnswer, Visit } from '../../../layers/http/page-handler.ts';
import { relyingParty } from '../../../layers/http/relying-party.ts';
import { goingOn } from './going-on.ts';
import { signInForm } from './passkey-views.ts';
import { addressPage } from './views.ts';

/** The page with every way to sign in. */
export type SignInPage = (visit: Visit, warning?: string) => PageAnswer;

/** @param provider an outside provider, as people know it */
export const signInPage =
  (provider: string | undefined): SignInPage =>
  (visit, warning) => {
    const going = goingOn(visit);
    const others = [
      signInForm(going, relyingParty(visit.baseUrl)),
      ...(provider === undefined ? [] : [providerLink(going.prefix, going.returnTo, provider)]),
    ];
    const page = addressPage(going, others, warning);
    return warning === undefined ? { page } : { page, status: 400 };
  };

/** A link, since browsers hold forms to this origin wherever their answers lead. */
const providerLink = (prefix: string, returnTo: string, provider: string): Html =>
  html`<a class="button" href="${prefix}/signin/provider?return_to=${encodeURIComponent(returnTo)}">Sign in with ${provider}</a>`;
