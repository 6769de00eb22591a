import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { Clock } from '../../../app/ports/clock.ts';
import type { ConnectionRecord, Connections } from '../../../app/ports/identity/connections.ts';
import type { Approvals } from '../../../app/ports/identity/oauth-records.ts';
import { Scope } from '../../../domain/accounts/credential.ts';
import { getRow, ifHeld, rowsUnder } from '../rows.ts';
import { endGrant } from './end-grant.ts';
import { connection, record } from './oauth-keys.ts';

const ConnectionRow = z.object({
  connection_id: z.string(),
  user_id: z.string(),
  org_id: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  redirect_host: z.string(),
  scopes: z.array(Scope),
  created_at: z.iso.datetime(),
  /** When the first token came of it; there is none before. */
  connected_at: z.iso.datetime().optional(),
  last_used_at: z.iso.datetime().optional(),
  expires_at: z.number(),
});
type ConnectionRow = z.infer<typeof ConnectionRow>;

/**
 * A row for each program that a person connected, under the person. It counts once the program
 * has got its tokens, and as long as these can be renewed.
 */
export function dynamoConnections(
  db: DynamoDBDocumentClient,
  table: string,
  now: Clock,
): Connections & Approvals {
  const rowsOf = async (userId: string): Promise<ConnectionRow[]> => {
    const rows = await rowsUnder(db, table, connection(userId, ''), { ScanIndexForward: false });
    return rows.map((row) => ConnectionRow.parse(row));
  };
  const isLive = ({ connected_at, expires_at }: ConnectionRow): boolean =>
    connected_at !== undefined && expires_at * 1000 > now().getTime();

  return {
    async add(approval, expires) {
      const Item = {
        ...connection(approval.user_id, approval.connection_id),
        ...approval,
        expires_at: expires,
      };
      await db.send(new PutCommand({ TableName: table, Item }));
      // A client that names its own document has no row.
      await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: record('Client', approval.client_id),
            UpdateExpression: 'REMOVE expires_at',
            ConditionExpression: 'attribute_exists(pk)',
          }),
        ),
      );
    },

    async list(orgId, userId) {
      const rows = (await rowsOf(userId)).filter((row) => row.org_id === orgId && isLive(row));
      return rows.map(
        ({ connected_at: _, expires_at: __, last_used_at, ...row }): ConnectionRecord => ({
          ...row,
          last_used_at: last_used_at ?? null,
        }),
      );
    },

    async remove(orgId, userId, connectionId) {
      const row = await getRow(db, table, connection(userId, connectionId));
      if (row?.['org_id'] !== orgId) return false;
      await endGrant(db, table, connectionId);
      return true;
    },

    async removeAll(userId, orgId) {
      for (const row of await rowsOf(userId)) {
        if (orgId === undefined || row.org_id === orgId)
          await endGrant(db, table, row.connection_id);
      }
    },
  };
}
