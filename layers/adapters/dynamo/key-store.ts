import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { KeyStore } from '../../app/ports/keys.ts';
import * as keys from './keys.ts';
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
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: keys.keyByHash(hash), ConsistentRead: true }),
      );
      return Item && KeyRow.parse(Item);
    },
    async list(orgId) {
      const { pk, sk } = keys.keyOfOrg(orgId, '');
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
          ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
          ConsistentRead: true,
        }),
      );
      return Items.map((item) => KeyRow.parse(item));
    },
    async remove(orgId, keyId) {
      const key = keys.keyOfOrg(orgId, keyId);
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: key, ConsistentRead: true }),
      );
      if (!Item) return false;
      await transact(db, [remove(key), remove(keys.keyByHash(KeyRow.parse(Item).hash))]);
      return true;
    },
  };
}
