import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { UsedTickets } from '../../../app/ports/uploads/tickets.ts';
import * as keys from '../keys.ts';
import { ifHeld, removeRow } from '../rows.ts';

/** Clocks differ: a used ticket is remembered for longer than any clock takes it for valid. */
const KEPT_SECONDS = 3600;

/**
 * A row for each ticket that was used, which one call alone can write; it expires an hour after
 * the ticket.
 */
export const dynamoUsedTickets = (db: DynamoDBDocumentClient, table: string): UsedTickets => ({
  async use(orgId, nonce, expires) {
    const key = keys.usedTicket(orgId, nonce);
    // A call that the client repeats must meet its own mark, and never another's.
    const ours = { ':holder': randomUUID() };
    const used = await ifHeld(
      db.send(
        new PutCommand({
          TableName: table,
          Item: {
            ...key,
            holder: ours[':holder'],
            expires_at: Math.floor(expires.getTime() / 1000) + KEPT_SECONDS,
          },
          ConditionExpression: 'attribute_not_exists(pk) OR holder = :holder',
          ExpressionAttributeValues: ours,
        }),
      ),
    );
    if (used === undefined) return undefined;
    return () =>
      removeRow(db, table, key, {
        ConditionExpression: 'holder = :holder',
        ExpressionAttributeValues: ours,
      });
  },
});
