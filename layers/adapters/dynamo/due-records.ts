import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Due } from '../../app/ports/due.ts';
import { type DueKind, dueRows } from './due.ts';
import type { Row } from './keys.ts';
import { ifHeld } from './rows.ts';
import { unreadableRow } from './unreadable.ts';

const AGAIN_MS = 3600_000;

/** As `dueRows`, each row read by itself; one that cannot be read is put off. */
export async function dueRecords<Item>(
  db: DynamoDBDocumentClient,
  table: string,
  { kind, time, limit }: { kind: DueKind; time: Date; limit: number },
  read: (row: Row) => Item,
): Promise<Due<Item>> {
  const found: Item[] = [];
  const unreadable: Error[] = [];
  for (const row of await dueRows(db, table, kind, time, limit)) {
    try {
      found.push(read(row));
    } catch (error) {
      unreadable.push(unreadableRow(row, error));
      await putOff(db, table, row, new Date(time.getTime() + AGAIN_MS));
    }
  }
  return { found, unreadable };
}

async function putOff(
  db: DynamoDBDocumentClient,
  table: string,
  { pk, sk, due_at }: Row,
  until: Date,
): Promise<void> {
  await ifHeld(
    db.send(
      new UpdateCommand({
        TableName: table,
        Key: { pk, sk },
        UpdateExpression: 'SET due_at = :until',
        ConditionExpression: 'due_at = :found',
        ExpressionAttributeValues: { ':until': until.toISOString(), ':found': due_at },
      }),
    ),
  );
}
