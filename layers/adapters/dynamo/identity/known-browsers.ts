import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { KnownBrowsers } from '../../../app/ports/identity/known-browsers.ts';
import * as keys from '../keys.ts';
import { getRow } from '../rows.ts';

/**
 * A row for each browser that a person signed in with, under a digest; past its end it counts as
 * unknown, whenever DynamoDB deletes it.
 */
export const dynamoKnownBrowsers = (db: DynamoDBDocumentClient, table: string): KnownBrowsers => ({
  async keep(hash, endsAt) {
    const expires_at = Math.floor(endsAt.getTime() / 1000);
    const Item = { ...keys.knownBrowser(hash), expires_at };
    await db.send(new PutCommand({ TableName: table, Item }));
  },
  async knows(hash, now) {
    const row = await getRow(db, table, keys.knownBrowser(hash));
    return row !== undefined && Number(row['expires_at']) * 1000 > now.getTime();
  },
});
