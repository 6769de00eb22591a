import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Accounts } from '../../../app/ports/accounts/accounts.ts';
import { LedgerRow } from '../../../domain/accounts/account.ts';
import { isBefore } from '../../../domain/accounts/ledger-moment.ts';
import * as keys from '../keys.ts';
import { ConditionFailed, transact } from '../transact.ts';
import { accountBook } from './account-book.ts';
import { ENTRY, makePost } from './postings.ts';

/** Entries that are read at once on the way to older ones. */
const OLDER_PAGE = 1000;

/** Balances and their movements, in the ledger table. */
export function dynamoAccounts(db: DynamoDBDocumentClient, table: string): Accounts {
  const post = makePost(db, table);
  return {
    async open(account) {
      const Item = { ...keys.account(account.org_id), ...account };
      const ConditionExpression = 'attribute_not_exists(pk)';
      await transact(db, [
        { name: 'account', item: { Put: { TableName: table, Item, ConditionExpression } } },
      ]);
    },
    find: accountBook(db, table).read,
    async post(orgId, decide) {
      try {
        await post(orgId, (account) => ({ posting: decide(account), alongside: [] }));
        return true;
      } catch (error) {
        // The entry is there, so what was asked has happened.
        if (error instanceof ConditionFailed && error.writes.has(ENTRY)) return false;
        throw error;
      }
    },
    async entries(orgId, limit, before) {
      const entries: LedgerRow[] = [];
      let from: keys.Row | undefined;
      while (entries.length < limit) {
        const { Items = [], LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            IndexName: 'by_seq',
            KeyConditionExpression: 'pk = :org',
            ExpressionAttributeValues: { ':org': keys.account(orgId).pk },
            ScanIndexForward: false,
            ConsistentRead: true,
            Limit: before === undefined ? limit - entries.length : OLDER_PAGE,
            ...(from && { ExclusiveStartKey: from }),
          }),
        );
        const rows = Items.map((item) => LedgerRow.parse(item));
        entries.push(...rows.filter((row) => before === undefined || isBefore(row, before)));
        from = LastEvaluatedKey;
        if (!from) break;
      }
      return entries.slice(0, limit);
    },
  };
}

/**
 * Accounts that need not be read at every call: as they were at most so many milliseconds ago. For
 * what seldom changes, such as the plan; never for a balance.
 */
export function accountsReadWithin(
  db: DynamoDBDocumentClient,
  table: string,
  ms: number,
): Pick<Accounts, 'find'> {
  const book = accountBook(db, table);
  return { find: async (orgId) => book.readWithin(orgId, ms) ?? book.read(orgId) };
}
