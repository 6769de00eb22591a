import type { ErrorType } from '../domain/errors.ts';
import type { Route } from './route.ts';

/**
 * What a client is told that may try again with another credential: where it gets one, and which
 * scope to ask for. https://www.rfc-editor.org/rfc/rfc6750#section-3,
 * https://www.rfc-editor.org/rfc/rfc9728#section-5.1
 */
export function challenge(
  type: ErrorType,
  { scope, asks }: Pick<Route, 'scope' | 'asks'>,
  baseUrl: string,
): string {
  const members = [
    ...(type === 'insufficient_scope' ? ['error="insufficient_scope"'] : []),
    // Under the base address: of a gateway's own host only that part is ours to answer.
    `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`,
    ...(scope === 'person' || scope === 'none' ? [] : [`scope="${(asks ?? [scope]).join(' ')}"`]),
  ];
  return `Bearer ${members.join(', ')}`;
}
