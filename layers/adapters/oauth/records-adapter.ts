import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import type {
  OAuthKind,
  OAuthRecord,
  OAuthRecords,
} from '../../app/ports/identity/oauth-records.ts';
import { UNUSED_CLIENT_SECONDS } from '../../domain/oauth/lifetimes.ts';

const KEPT: readonly string[] = [
  'Client',
  'Interaction',
  'Grant',
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
] satisfies OAuthKind[];

/** The person has decided about this authorization before; that counts. */
export class AlreadyDecided extends Error {
  override readonly name = 'AlreadyDecided';
}

const isKept = (name: string): name is OAuthKind => KEPT.includes(name);

/**
 * The library's storage on ours. Its own session is not kept: who is signed in is told by the
 * person's session here, and each authorization asks anew.
 */
export const recordsAdapter =
  (records: OAuthRecords): AdapterFactory =>
  (name) =>
    isKept(name) ? keeping(name, records) : FORGETTING;

const FORGETTING: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

const keeping = (kind: OAuthKind, records: OAuthRecords): Adapter => ({
  ...FORGETTING,

  async upsert(id, { jti: _, ...payload }, expiresIn) {
    const lasts = kind === 'Client' ? UNUSED_CLIENT_SECONDS : expiresIn;
    const expires = lasts === undefined ? undefined : seconds() + lasts;
    const { grantId } = payload;
    if (kind === 'Interaction') {
      // It may name the grant of an earlier one, and is no member of it.
      const isDecided = payload['result'] !== undefined;
      const kept = await records[isDecided ? 'decide' : 'save'](kind, id, { payload, expires });
      if (!kept) throw new AlreadyDecided();
      return;
    }
    const kept = await records.save(kind, id, { payload, expires, grantId });
    if (!kept) throw new errors.InvalidGrant('the grant has ended');
  },

  async find(id) {
    const found = await records.find(kind, id);
    return found && payloadOf(kind, id, found);
  },

  async consume(id) {
    if (await records.consume(kind, id)) return;
    // Two came with the same code or token, and one of them is a thief: neither keeps what it got.
    const lost = await records.find(kind, id);
    if (lost?.grantId !== undefined) await records.endGrant(lost.grantId);
    throw new errors.InvalidGrant('already used');
  },

  destroy: (id) => (kind === 'Grant' ? records.endGrant(id) : records.remove(kind, id)),
  revokeByGrantId: (grantId) => records.endGrant(grantId),
});

const payloadOf = (
  kind: OAuthKind,
  id: string,
  { payload, expires, consumed }: OAuthRecord,
): AdapterPayload => {
  if (kind === 'Client') return payload;
  return {
    ...payload,
    jti: id,
    // A grant lasts as long as the newest refresh token, whatever was said when it was made.
    ...(expires === undefined ? {} : { exp: expires }),
    ...(consumed === undefined ? {} : { consumed }),
  };
};

const seconds = (): number => Math.floor(Date.now() / 1000);
