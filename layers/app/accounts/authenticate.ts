import { isApiKey } from '../../domain/accounts/api-key.ts';
import {
  ALL_SCOPES,
  type Credentials,
  type Person,
  type Principal,
} from '../../domain/accounts/credential.ts';
import { NO_CREDENTIAL } from '../../domain/accounts/no-credential.ts';
import { DomainError } from '../../domain/errors.ts';
import { endOfSession, hasEnded, isToRenew } from '../../domain/identity/session.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { KeyStore } from '../ports/accounts/keys.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { AccessTokens } from '../ports/identity/access-tokens.ts';
import type { People } from '../ports/identity/people.ts';
import type { Sessions } from '../ports/identity/sessions.ts';

interface Deps {
  readonly keys: Pick<KeyStore, 'findByHash' | 'noteUse'>;
  readonly accessTokens: AccessTokens;
  readonly sessions: Pick<Sessions, 'find' | 'renew'>;
  readonly people: Pick<People, 'membership'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly digest: Digest;
  readonly now: Clock;
}

const missing = () => new DomainError(NO_CREDENTIAL.type, NO_CREDENTIAL.message);

/** One refusal for every credential that is not taken, so that it tells nothing of what exists. */
const unauthorized = () =>
  new DomainError(
    'unauthorized',
    'The credential that was sent is not valid: it is mistyped, expired or revoked. Send `Authorization: Bearer <API key or access token>`.',
  );

const suspended = () =>
  new DomainError(
    'unauthorized',
    'The organization of this credential is suspended. Whoever runs this service knows why.',
    { reason: 'suspended' },
  );

/** How access tokens begin. */
const TOKEN_PREFIX = 'oat_';

/**
 * Tells who calls. A key, a token and a session are told apart before anything is looked up, and
 * none is ever looked up among the others. What a person handed out or began ends with their
 * membership.
 * @throws DomainError unauthorized
 */
export function makeAuthenticate(deps: Deps) {
  const { keys, accessTokens, sessions, people, digest, now } = deps;

  const tierOf = async (orgId: string) => {
    const account = await deps.accounts.find(orgId);
    if (!account) throw unauthorized();
    if (account.suspended_at !== undefined) throw suspended();
    return account.tier;
  };

  const byKey = async (key: string): Promise<Principal> => {
    const found = await keys.findByHash(digest(key));
    if (!found) throw unauthorized();
    const [tier] = await Promise.all([tierOf(found.org_id), keys.noteUse(found, now())]);
    return { kind: 'key', orgId: found.org_id, tier, scopes: ALL_SCOPES, wallet: 'topup' };
  };

  const byToken = async (token: string): Promise<Principal> => {
    const grant = await accessTokens.find(token);
    if (!grant || !(await people.membership(grant.orgId, grant.userId))) throw unauthorized();
    const { orgId, scopes } = grant;
    return { kind: 'token', orgId, scopes, tier: await tierOf(orgId), wallet: 'plan' };
  };

  const bySession = async (secret: string): Promise<Person> => {
    const found = await sessions.find(digest(secret));
    if (!found || hasEnded(found, now())) throw unauthorized();
    const { org_id: orgId, user_id: userId } = found;
    const member = await people.membership(orgId, userId);
    if (!member) throw unauthorized();
    const session = isToRenew(found, now()) ? { ...found, ends_at: endOfSession(now()) } : found;
    if (session !== found) await sessions.renew(session);
    return {
      kind: 'session',
      orgId,
      userId,
      role: member.role,
      session,
      tier: await tierOf(orgId),
      scopes: ALL_SCOPES,
      wallet: 'plan',
    };
  };

  return async ({ authorization, session }: Credentials): Promise<Principal> => {
    // A program says by the header who calls; a cookie that comes along does not count then.
    if (authorization === undefined) {
      if (session === undefined) throw missing();
      return bySession(session);
    }
    const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    if (isApiKey(bearer)) return byKey(bearer);
    if (bearer.startsWith(TOKEN_PREFIX)) return byToken(bearer);
    throw unauthorized();
  };
}
