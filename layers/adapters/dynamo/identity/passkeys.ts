import { DeleteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Passkeys } from '../../../app/ports/identity/passkeys.ts';
import { Passkey } from '../../../domain/identity/passkey.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld, rowsUnder } from '../rows.ts';
import { sha256Hex } from '../sha256-hex.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { transactWhileRoom } from '../transact-while-room.ts';

/** Passkeys by the digest of their id, each named under its person too. */
export function dynamoPasskeys(db: DynamoDBDocumentClient, table: string): Passkeys {
  const find: Passkeys['find'] = async (credentialId) => {
    const row = await getRow(db, table, keys.passkey(sha256Hex(credentialId)));
    return row && Passkey.parse(row);
  };
  const namesOf = async (userId: string) => {
    const rows = await rowsUnder(db, table, keys.passkeyOfUser(userId, ''));
    return rows.map((row) => String(row['credential_id']));
  };
  const remove: Passkeys['remove'] = async (userId, credentialId) => {
    const digest = sha256Hex(credentialId);
    const own: Write = {
      name: 'passkey',
      item: {
        Delete: {
          TableName: table,
          Key: keys.passkey(digest),
          ConditionExpression: 'user_id = :user',
          ExpressionAttributeValues: { ':user': userId },
        },
      },
    };
    const named: Write = {
      name: 'name',
      item: { Delete: { TableName: table, Key: keys.passkeyOfUser(userId, digest) } },
    };
    try {
      await transact(db, [own, named]);
    } catch (error) {
      // Another person's, or nobody's.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  };
  return {
    find,
    remove,
    async add(passkey, most) {
      const digest = sha256Hex(passkey.credential_id);
      const put = (Item: keys.Row): Write => ({
        name: 'passkey',
        item: { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
      });
      const { user_id, credential_id } = passkey;
      const hasRoom = async () => (await namesOf(user_id)).length < most;
      try {
        return await transactWhileRoom(db, table, {
          counter: keys.passkeysMade(user_id),
          hasRoom,
          writes: [
            put({ ...keys.passkey(digest), ...passkey }),
            put({ ...keys.passkeyOfUser(user_id, digest), credential_id }),
          ],
        });
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },
    async list(userId) {
      const found = await Promise.all((await namesOf(userId)).map(find));
      return found
        .filter((passkey) => passkey !== undefined)
        .sort((a, b) => a.created_at.localeCompare(b.created_at));
    },
    async use({ credential_id }, counter, at) {
      const used = await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: keys.passkey(sha256Hex(credential_id)),
            UpdateExpression: 'SET #counter = :counter, last_used_at = :at',
            // A device that counts has counted on; one that does not says 0 each time.
            ConditionExpression: '#counter < :counter OR (#counter = :none AND :counter = :none)',
            ExpressionAttributeNames: { '#counter': 'counter' },
            ExpressionAttributeValues: { ':counter': counter, ':none': 0, ':at': at.toISOString() },
          }),
        ),
      );
      return used !== undefined;
    },
    async removeAll(userId) {
      for (const credentialId of await namesOf(userId)) await remove(userId, credentialId);
      await db.send(new DeleteCommand({ TableName: table, Key: keys.passkeysMade(userId) }));
    },
  };
}
