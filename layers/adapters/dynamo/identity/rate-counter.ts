import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RateCounter } from '../../../app/ports/accounts/rate-counter.ts';
import * as keys from '../keys.ts';

/** A row for each subject and window, counted in one write; it expires with its window. */
export const dynamoRateCounter = (db: DynamoDBDocumentClient, table: string): RateCounter => ({
  async count(subject, windowStart, windowSeconds) {
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName: table,
        Key: keys.rate(subject, windowStart),
        UpdateExpression: 'ADD events :one SET expires_at = :expires',
        ExpressionAttributeValues: {
          ':one': 1,
          ':expires': Math.ceil(Date.parse(windowStart) / 1000) + windowSeconds,
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(Attributes?.['events']);
  },
});
