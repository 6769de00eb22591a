import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { KeyStore } from '../../app/ports/keys.ts';
import * as keys from './keys.ts';
import { getRow, rowsUnder } from './rows.ts';
import { transact } from './transact.ts';

const KeyRow = z.object({
  key_id: z.string(),
  org_id: z.string(),
  hash: z.string(),
  name: z.string(),
  last4: z.string(),
  created_at: z.iso.datetime(),
});

export function dynamoKeys(db: DynamoDBDocumentClient, table: string): KeyStore {
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
  return {
    add: (key) =>
      transact(db, [
        put(keys.keyByHash(key.hash), key),
        put(keys.keyOfOrg(key.org_id, key.key_id), key),
      ]),
    async findByHash(hash) {
      // Consistent, so that a revoked key is refused from that moment on.
      const row = await getRow(db, table, keys.keyByHash(hash));
      return row && KeyRow.parse(row);
    },
    async list(orgId) {
      const rows = await rowsUnder(db, table, keys.keyOfOrg(orgId, ''));
      return rows.map((row) => KeyRow.parse(row));
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
