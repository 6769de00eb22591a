import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Accounts } from '../../../app/ports/accounts/accounts.ts';
import * as keys from '../keys.ts';
import { ConditionFailed, transact } from '../transact.ts';
import { accountBook } from './account-book.ts';
import { ledgerPages } from './ledger-pages.ts';
import { ENTRY, makePost } from './postings.ts';

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
    entries: ledgerPages(db, table),
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
