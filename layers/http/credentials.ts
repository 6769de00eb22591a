import type { Credentials, Principal } from '../domain/accounts/credential.ts';
import { DomainError } from '../domain/errors.ts';
import type { ApiEvent } from './api-event.ts';
import { baseUrl } from './base-url.ts';
import { cookieName, cookieOf } from './cookies.ts';
import { soleHeaderOf } from './header.ts';
import { methodOf } from './method.ts';
import { isOwnOrigin } from './own-origin.ts';
import type { Route } from './route.ts';

/**
 * What a request brings to say who makes it.
 * @throws DomainError invalid_request where it brings two credentials of one kind
 */
export function credentialsOf({ ticket }: Pick<Route, 'ticket'>, event: ApiEvent): Credentials {
  const base = baseUrl(event);
  const holder = ticket === 'path' ? event.pathParameters : event.queryStringParameters;
  return {
    authorization: soleHeaderOf(event, 'Authorization'),
    ticket: ticket === undefined ? undefined : holder?.['ticket'],
    session: cookieOf(event, cookieName('session', base)),
  };
}

/**
 * A browser sends cookies along whoever made it call: what changes anything must come from a page
 * of ours.
 * @throws DomainError insufficient_scope for a call by cookie from elsewhere
 */
export function requireOwnOrigin({ kind }: Principal, event: ApiEvent): void {
  if (kind !== 'session' || methodOf(event) === 'GET') return;
  if (isOwnOrigin(soleHeaderOf(event, 'Origin'), baseUrl(event))) return;
  throw new DomainError(
    'insufficient_scope',
    'A call by cookie that is no GET needs an Origin header that names this service. Programs send `Authorization: Bearer <API key>` instead.',
    { reason: 'foreign_origin' },
  );
}

/** Named by a page of ours: for which organization its person believes to act. */
const SHOWN_ORGANIZATION = 'X-Shown-Organization';

/**
 * All pages of a browser send one cookie. Who changes the organization in one of them, or signs in
 * as somebody else, would act for it from the others too, which go on showing the one before.
 * @throws DomainError insufficient_scope
 */
export function requireShownOrganization({ kind, orgId }: Principal, event: ApiEvent): void {
  const shown = soleHeaderOf(event, SHOWN_ORGANIZATION);
  if (kind !== 'session' || shown === undefined || shown === orgId) return;
  throw new DomainError(
    'insufficient_scope',
    'This page shows another organization than the one that you are signed in for by now, so nothing was done. Load the page again, or change back at /signin.',
    { reason: 'other_organization' },
  );
}

/** @throws DomainError insufficient_scope */
export function requireScope({ scope }: Pick<Route, 'scope'>, principal: Principal): void {
  if (scope === 'none') return;
  if (scope === 'person') {
    if (principal.kind === 'session') return;
    throw new DomainError(
      'insufficient_scope',
      'Only a signed-in person may make this call. Sign in at /signin, and send the cookie of the session instead of a key or token.',
      { reason: 'person_required' },
    );
  }
  if (principal.scopes.includes(scope)) return;
  throw new DomainError(
    'insufficient_scope',
    `This call needs the scope ${scope}, which the token was not granted. Connect again and approve it.`,
  );
}
