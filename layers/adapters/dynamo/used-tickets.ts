import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { UsedTickets } from '../../app/ports/tickets.ts';
import * as keys from './keys.ts';
import { ifHeld } from './rows.ts';

/** Clocks differ: a used ticket is remembered for longer than any clock takes it for valid. */
const KEPT_SECONDS = 3600;

export const dynamoUsedTickets = (db: DynamoDBDocumentClient, table: string): UsedTickets => ({
  async use(orgId, nonce, expires) {
    const used = await ifHeld(
      db.send(
        new PutCommand({
          TableName: table,
          Item: {
            ...keys.usedTicket(orgId, nonce),
            expires_at: Math.floor(expires.getTime() / 1000) + KEPT_SECONDS,
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      ),
    );
    return used !== undefined;
  },
});
