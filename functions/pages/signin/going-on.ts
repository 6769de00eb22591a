import { cookieName, setCookie } from '../../../layers/http/cookies.ts';
import type { PageAnswer, Visit } from '../../../layers/http/page-handler.ts';
import { returnTo } from '../../../layers/http/return-to.ts';
import type { Going } from './form-parts.ts';

/** Where a person goes who was not on their way anywhere. */
export const home = ({ baseUrl }: Visit): string => `${pathOf(baseUrl)}/signin`;

/** What all paths start with; empty where nothing stands between the host and them. */
const pathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '');

const wish = ({ query, form }: Visit) => form['return_to'] ?? query['return_to'];

/** What the forms of a page carry along. */
export const goingOn = (visit: Visit): Going => ({
  prefix: pathOf(visit.baseUrl),
  visitor: visit.visitor,
  returnTo: wish(visit) ?? '',
});

/** Where a person was going, as an address of this origin; undefined for one who was not. */
export const nextOf = (visit: Visit): string | undefined => {
  const wished = wish(visit);
  return wished ? returnTo(wished, visit.baseUrl, home(visit)) : undefined;
};

/** Gives the browser its session, and sends it where it was going. */
export const signedInAs = (visit: Visit, secret: string): PageAnswer => ({
  to: returnTo(wish(visit), visit.baseUrl, home(visit)),
  cookies: [setCookie(cookieName('session', visit.baseUrl), secret, visit.baseUrl)],
});
