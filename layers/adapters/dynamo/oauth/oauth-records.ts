import { randomUUID } from 'node:crypto';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { Clock } from '../../../app/ports/clock.ts';
import type {
  OAuthKind,
  OAuthRecord,
  OAuthRecords,
} from '../../../app/ports/identity/oauth-records.ts';
import type { Key } from '../keys.ts';
import { getRow, ifHeld } from '../rows.ts';
import { ConditionFailed, transact } from '../transact.ts';
import { endGrant } from './end-grant.ts';
import { grantWrites } from './grant-writes.ts';
import { memberOf, record } from './oauth-keys.ts';

const OAuthRow = z.object({
  /** JSON: its members are the library's, and none is looked for here. */
  payload: z.string(),
  grant_id: z.string().optional(),
  expires_at: z.number().optional(),
  /** When it was used up, in seconds since 1970. */
  used_at: z.number().optional(),
});

/** What is kept of the authorization server; see `keys.ts` for its rows. */
export function dynamoOAuthRecords(
  db: DynamoDBDocumentClient,
  table: string,
  now: Clock,
): OAuthRecords {
  const seconds = () => Math.floor(now().getTime() / 1000);

  const put = (kind: OAuthKind, id: string, { payload, expires, grantId }: OAuthRecord) => ({
    TableName: table,
    Item: {
      ...record(kind, id),
      payload: JSON.stringify(payload),
      expires_at: expires,
      grant_id: grantId,
    },
  });

  const find = async (key: Key): Promise<OAuthRecord | undefined> => {
    const row = await getRow(db, table, key);
    if (!row) return undefined;
    const { payload, grant_id, expires_at, used_at } = OAuthRow.parse(row);
    // The table removes what has expired within days, not at once.
    if (expires_at !== undefined && expires_at <= seconds()) return undefined;
    return {
      payload: JSON.parse(payload),
      expires: expires_at,
      grantId: grant_id,
      consumed: used_at,
    };
  };

  return {
    find: (kind, id) => find(record(kind, id)),

    async save(kind, id, saved) {
      if (saved.grantId === undefined) {
        await db.send(new PutCommand(put(kind, id, saved)));
        return true;
      }
      const grant = await find(record('Grant', saved.grantId));
      if (!grant) return false;
      try {
        await transact(db, [
          { name: 'record', item: { Put: put(kind, id, saved) } },
          ...grantWrites(table, { kind, id, saved, grantId: saved.grantId, grant, now: now() }),
        ]);
        return true;
      } catch (error) {
        // It ended since it was read.
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },

    async decide(kind, id, decided) {
      const us = randomUUID();
      const { Item, TableName } = put(kind, id, decided);
      const kept = await ifHeld(
        db.send(
          new PutCommand({
            TableName,
            Item: { ...Item, decided_by: us },
            // A call that the client repeats must meet its own mark, as below.
            ConditionExpression:
              'attribute_exists(pk) AND (attribute_not_exists(decided_by) OR decided_by = :us)',
            ExpressionAttributeValues: { ':us': us },
          }),
        ),
      );
      return kept !== undefined;
    },

    async consume(kind, id) {
      const used = await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: record(kind, id),
            UpdateExpression: 'SET used_at = :now, used_by = :us',
            // A call that the client repeats must meet its own mark, and never another's.
            ConditionExpression:
              'attribute_exists(pk) AND (attribute_not_exists(used_at) OR used_by = :us)',
            ExpressionAttributeValues: { ':now': seconds(), ':us': randomUUID() },
          }),
        ),
      );
      return used !== undefined;
    },

    async remove(kind, id) {
      const { Attributes } = await db.send(
        new DeleteCommand({ TableName: table, Key: record(kind, id), ReturnValues: 'ALL_OLD' }),
      );
      const { grant_id } = OAuthRow.partial().parse(Attributes ?? {});
      if (grant_id === undefined) return;
      await db.send(new DeleteCommand({ TableName: table, Key: memberOf(grant_id, kind, id) }));
    },

    endGrant: (grantId) => endGrant(db, table, grantId),
  };
}
