import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Sessions } from '../../../app/ports/identity/sessions.ts';
import { SessionRecord } from '../../../domain/identity/session.ts';
import * as keys from '../keys.ts';
import { getRow, rowsUnder } from '../rows.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';

/**
 * Sessions by the digest of their secret, each named under its person too, so that all can be
 * ended.
 */
export function dynamoSessions(db: DynamoDBDocumentClient, table: string): Sessions {
  const rowsOf = (session: SessionRecord) => {
    const row = { ...session, expires_at: Math.ceil(Date.parse(session.ends_at) / 1000) };
    return keysOf(session).map((key) => ({ ...key, ...row }));
  };
  const put = (Item: keys.Row, condition: string): Write => ({
    name: 'session',
    item: { Put: { TableName: table, Item, ConditionExpression: condition } },
  });
  const remove: Sessions['remove'] = (session) =>
    transact(
      db,
      keysOf(session).map((Key) => ({
        name: 'session',
        item: { Delete: { TableName: table, Key } },
      })),
    );
  return {
    add: (session) =>
      transact(
        db,
        rowsOf(session).map((row) => put(row, 'attribute_not_exists(pk)')),
      ),
    async find(hash) {
      const row = await getRow(db, table, keys.session(hash));
      return row && SessionRecord.parse(row);
    },
    async renew(session) {
      try {
        await transact(
          db,
          rowsOf(session).map((row) => put(row, 'attribute_exists(pk)')),
        );
      } catch (error) {
        // It was ended meanwhile, and stays so.
        if (!(error instanceof ConditionFailed)) throw error;
      }
    },
    remove,
    async removeAll(userId, orgId) {
      for (;;) {
        const rows = await rowsUnder(db, table, keys.sessionOfUser(userId, ''));
        const sessions = rows.map((row) => SessionRecord.parse(row));
        const ended = sessions.filter(({ org_id }) => orgId === undefined || org_id === orgId);
        if (ended.length === 0) return;
        await Promise.all(ended.map(remove));
      }
    },
  };
}

const keysOf = ({ hash, user_id }: Pick<SessionRecord, 'hash' | 'user_id'>) => [
  keys.session(hash),
  keys.sessionOfUser(user_id, hash),
];
