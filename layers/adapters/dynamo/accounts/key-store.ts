import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { KeyStore } from '../../../app/ports/accounts/keys.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld, rowsUnder } from '../rows.ts';
import { transact } from '../transact.ts';
import { transactWhileRoom } from '../transact-while-room.ts';

const KeyRow = z.object({
  key_id: z.string(),
  org_id: z.string(),
  hash: z.string(),
  name: z.string(),
  last4: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().default(null),
});

const NOTED_EVERY_MS = 60_000;

/**
 * A key has two rows: by its digest, to be found by, and under its organization, with what is shown
 * of it.
 */
export function dynamoKeys(db: DynamoDBDocumentClient, table: string): KeyStore {
  /** When this process last noted that a key was used. */
  const noted = new Map<string, number>();
  /** Changes the row that is shown, if the key was not revoked meanwhile. */
  const change = async (
    orgId: string,
    keyId: string,
    member: 'name' | 'last_used_at',
    to: string,
  ) =>
    ifHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.keyOfOrg(orgId, keyId),
          UpdateExpression: 'SET #member = :to',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#member': member },
          ExpressionAttributeValues: { ':to': to },
          ReturnValues: 'ALL_NEW',
        }),
      ),
    );
  const put = (key: keys.Key, row: z.infer<typeof KeyRow>) => ({
    name: 'key',
    item: {
      Put: {
        TableName: table,
        Item: { ...key, ...row },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  });
  const remove = (key: keys.Key) => ({
    name: 'key',
    item: { Delete: { TableName: table, Key: key } },
  });
  const list = async (orgId: string) => {
    const rows = await rowsUnder(db, table, keys.keyOfOrg(orgId, ''));
    return rows.map((row) => KeyRow.parse(row));
  };
  return {
    add: (key, most) =>
      transactWhileRoom(db, table, {
        counter: keys.keysMade(key.org_id),
        hasRoom: async () => (await list(key.org_id)).length < most,
        writes: [
          put(keys.keyByHash(key.hash), key),
          put(keys.keyOfOrg(key.org_id, key.key_id), key),
        ],
      }),
    async findByHash(hash) {
      // Consistent, so that a revoked key is refused from that moment on.
      const row = await getRow(db, table, keys.keyByHash(hash));
      return row && KeyRow.parse(row);
    },
    list,
    async noteUse({ org_id, key_id, created_at }, now) {
      const minute = Math.floor(now.getTime() / NOTED_EVERY_MS) * NOTED_EVERY_MS;
      if ((noted.get(key_id) ?? 0) >= minute) return;
      noted.set(key_id, minute);
      // The minute of a first use may have begun before the key was there.
      const at = Math.max(minute, Date.parse(created_at));
      await change(org_id, key_id, 'last_used_at', new Date(at).toISOString());
    },
    async rename(orgId, keyId, name) {
      const changed = await change(orgId, keyId, 'name', name);
      return changed && KeyRow.parse(changed.Attributes);
    },
    async remove(orgId, keyId) {
      const key = keys.keyOfOrg(orgId, keyId);
      const row = await getRow(db, table, key);
      if (!row) return false;
      await transact(db, [remove(key), remove(keys.keyByHash(KeyRow.parse(row).hash))]);
      return true;
    },
  };
}
