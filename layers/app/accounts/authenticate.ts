import { isApiKey } from '../../domain/api-key.ts';
import type { Principal } from '../../domain/credential.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Digest } from '../ports/digest.ts';
import type { KeyStore } from '../ports/keys.ts';

interface Deps {
  readonly keys: Pick<KeyStore, 'findByHash'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly digest: Digest;
}

/** One refusal for every reason, so that it tells nothing of what exists. */
const unauthorized = () =>
  new DomainError(
    'unauthorized',
    'No valid credential was sent. Send `Authorization: Bearer <API key or access token>`.',
  );

/**
 * Tells who calls from the Authorization header. Keys and tokens are told apart by their prefix
 * before anything is looked up.
 * @throws DomainError unauthorized
 */
export const makeAuthenticate =
  ({ keys, accounts, digest }: Deps) =>
  async (authorization: string | undefined): Promise<Principal> => {
    const credential = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (credential === undefined || !isApiKey(credential)) throw unauthorized();
    const key = await keys.findByHash(digest(credential));
    const account = key && (await accounts.find(key.org_id));
    if (!account) throw unauthorized();
    return {
      orgId: account.org_id,
      tier: account.tier,
      scopes: ['video:read', 'account:read'],
      wallet: 'topup',
    };
  };
