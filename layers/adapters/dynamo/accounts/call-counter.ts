import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CallCounter } from '../../../app/ports/accounts/keys.ts';
import * as keys from '../keys.ts';

const KEPT_SECONDS = 600;

/** A row for each organization and minute, counted in one write; it expires after ten minutes. */
export const dynamoCallCounter = (db: DynamoDBDocumentClient, table: string): CallCounter => ({
  async count(orgId, minute) {
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName: table,
        Key: keys.calls(orgId, minute),
        UpdateExpression: 'ADD calls :one SET expires_at = :expires',
        ExpressionAttributeValues: {
          ':one': 1,
          ':expires': Math.floor(Date.parse(minute) / 1000) + KEPT_SECONDS,
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(Attributes?.['calls']);
  },
});
