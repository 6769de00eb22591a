import { makeApiKey } from '../../domain/accounts/api-key.ts';
import type { ApiKey, ApiKeyList, NewApiKey } from '../../domain/accounts/api-keys.ts';
import { DomainError } from '../../domain/errors.ts';
import { notFound } from '../not-found.ts';
import type { KeyRecord, KeyStore } from '../ports/accounts/keys.ts';
import type { Clock, NewId } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';

interface Deps {
  readonly keys: KeyStore;
  readonly digest: Digest;
  readonly random: (count: number) => Uint8Array;
  readonly now: Clock;
  readonly newId: NewId;
}

/** More than anybody can tell apart by their names. */
const MOST_KEYS = 100;

/** The keys of an organization: made, listed, named anew and revoked. */
export function makeApiKeys({ keys, digest, random, now, newId }: Deps) {
  return {
    /**
     * The key is told this once; only its digest is kept. @throws DomainError invalid_request past
     * 100 keys
     */
    async create(orgId: string, name: string): Promise<NewApiKey> {
      const key = makeApiKey(random);
      const shown = {
        key_id: newId('key'),
        name,
        last4: key.slice(-4),
        created_at: now().toISOString(),
      };
      const kept = { ...shown, org_id: orgId, hash: digest(key), last_used_at: null };
      if (!(await keys.add(kept, MOST_KEYS))) {
        throw new DomainError(
          'invalid_request',
          `An organization has at most ${MOST_KEYS} keys. Revoke one that is not used any more.`,
        );
      }
      return { ...shown, key } as NewApiKey;
    },
    async list(orgId: string): Promise<ApiKeyList> {
      return { keys: (await keys.list(orgId)).map(shownOf).toReversed() };
    },
    /** @throws DomainError video_not_found */
    async rename(orgId: string, keyId: string, name: string): Promise<ApiKey> {
      const renamed = await keys.rename(orgId, keyId, name);
      if (!renamed) throw notFound('key');
      return shownOf(renamed);
    },
    /** The key is refused from that moment on. @throws DomainError video_not_found */
    async revoke(orgId: string, keyId: string): Promise<void> {
      if (!(await keys.remove(orgId, keyId))) throw notFound('key');
    },
  };
}

const shownOf = ({ hash: _, org_id: __, ...shown }: KeyRecord): ApiKey => shown as ApiKey;
