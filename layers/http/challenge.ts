import type { ErrorType } from '../domain/errors.ts';
import type { ApiEvent } from './api-event.ts';
import { baseUrl } from './base-url.ts';
import { headerOf } from './header.ts';
import type { Route } from './route.ts';

type Guard = Pick<Route, 'scope' | 'asks' | 'isResource' | 'path'>;

/**
 * What a client is told that may try again with another credential: what is wrong with the one that
 * it sent, if it sent one, where it gets one, and which scope to ask for. https://www.rfc-editor.org/rfc/rfc6750#section-3,
 * https://www.rfc-editor.org/rfc/rfc9728#section-5.1
 */
export const challenge = (type: ErrorType, guard: Guard, event: ApiEvent): string =>
  challengeAt(baseUrl(event), guard, errorOf(type, event));

/**
 * The same of an address.
 * @param errors codes of what is wrong with the credential; none where none was sent
 */
export function challengeAt(
  address: string,
  { scope, asks, isResource, path }: Guard,
  errors: readonly string[] = [],
): string {
  const members = [
    ...errors.map((code) => `error="${code}"`),
    // Under the base address: of a gateway's own host only that part is ours to answer.
    `resource_metadata="${address}/.well-known/oauth-protected-resource${isResource ? path : ''}"`,
    ...(scope === 'person' || scope === 'none' ? [] : [`scope="${(asks ?? [scope]).join(' ')}"`]),
  ];
  return `Bearer ${members.join(', ')}`;
}

/** A call without a credential is told no error: there is none to name. */
function errorOf(type: ErrorType, event: ApiEvent): string[] {
  if (type === 'insufficient_scope') return ['insufficient_scope'];
  return headerOf(event, 'authorization') ? ['invalid_token'] : [];
}
