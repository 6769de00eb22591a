import { Scope } from '../accounts/credential.ts';

/** What a client may do that asked for nothing in particular. */
const DEFAULT_SCOPE: Scope = 'video:read';

/**
 * The scopes of a request that there are here; others are left out (RFC 6749, 3.3), since clients
 * ask for `openid` and `offline_access` wherever they go.
 * @returns undefined when scopes were asked for and there is none of them
 */
export function askedScopes(scope: string | undefined): readonly Scope[] | undefined {
  const asked = (scope ?? '').split(' ').filter((name) => name !== '');
  if (asked.length === 0) return [DEFAULT_SCOPE];
  const known = Scope.options.filter((name) => asked.includes(name));
  return known.length === 0 ? undefined : known;
}

/** What each scope lets a program do, in the words of the consent page. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'video:read':
    'Upload, analyse and erase videos of your organization, and read what was found in them. This spends credits.',
  'account:read': 'Read the plan, the credits and the list of jobs of your organization.',
};
