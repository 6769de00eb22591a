import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { approverOf } from '../../../domain/oauth/account-name.ts';
import type { Key } from '../keys.ts';
import { getRow, rowsUnder } from '../rows.ts';
import { transact } from '../transact.ts';
import { connection, membersOf, record, rowOfMember } from './oauth-keys.ts';

/**
 * Ends a grant. Its row goes first: nothing that was handed out under it counts without it, and
 * nothing more is written. What is left after a crash is dead, and found again by whoever ends
 * the grant once more, or expires.
 */
export async function endGrant(
  db: DynamoDBDocumentClient,
  table: string,
  grantId: string,
): Promise<void> {
  const grant = record('Grant', grantId);
  const row = await getRow(db, table, grant);
  if (row) {
    const { accountId } = JSON.parse(String(row['payload'])) as { accountId: string };
    const keys = [grant, connection(approverOf(accountId).userId, grantId)];
    await transact(
      db,
      keys.map((Key) => ({ name: 'grant', item: { Delete: { TableName: table, Key } } })),
    );
  }
  const remove = (Key: Key) => db.send(new DeleteCommand({ TableName: table, Key }));
  for (const { pk, sk } of await rowsUnder(db, table, membersOf(grantId))) {
    await remove(rowOfMember({ sk: String(sk) }));
    await remove({ pk: String(pk), sk: String(sk) });
  }
}
