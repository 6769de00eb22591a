import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { Account, applyPosting, type Posting } from '../../domain/account.ts';
import { backOff } from './backoff.ts';
import * as keys from './keys.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { ConditionFailed, transact, type Write } from './transact.ts';

/** Writes a posting with its ledger entries, and whatever belongs with it, in one transaction. */
export type Post = (
  orgId: string,
  decide: (account: Account) => { posting: Posting; alongside: readonly Write[] },
) => Promise<void>;

/** Name under which ConditionFailed tells that an entry was written before. */
export const ENTRY = 'entry';
const ACCOUNT = 'account';
const MAX_ATTEMPTS = 20;

export const findAccount = async (
  db: DynamoDBDocumentClient,
  table: string,
  orgId: string,
): Promise<Account | undefined> => {
  const { Item } = await db.send(
    new GetCommand({ TableName: table, Key: keys.account(orgId), ConsistentRead: true }),
  );
  return Item && Account.parse(Item);
};

/**
 * The account is read, decided upon, and written only if its newest entry is still the same; so
 * every `balance_after` is exact. Writers of one process queue up instead of colliding.
 */
export function makePost(db: DynamoDBDocumentClient, table: string): Post {
  const inTurn = oneAtATime();
  return (orgId, decide) =>
    inTurn(orgId, async () => {
      for (let attempt = 1; ; attempt += 1) {
        const account = await findAccount(db, table, orgId);
        if (!account) throw new Error(`organization ${orgId} has no account`);
        const { posting, alongside } = decide(account);
        if (posting.movements.length === 0 && alongside.length === 0) return;
        try {
          await transact(db, [...alongside, ...ledgerWrites(table, account, posting)]);
          return;
        } catch (error) {
          if (!isStale(error) || attempt === MAX_ATTEMPTS) throw error;
          await backOff(Math.min(attempt, 5));
        }
      }
    });
}

/**
 * True when the account moved on since it was read. An entry that exists then proves nothing yet: it
 * may be the renewal that another writer has just made.
 */
const isStale = (error: unknown): boolean =>
  error instanceof ConditionFailed &&
  error.writes.has(ACCOUNT) &&
  [...error.writes].every((name) => name === ACCOUNT || name === ENTRY);

function ledgerWrites(table: string, before: Account, posting: Posting): Write[] {
  if (posting.movements.length === 0) return [];
  const { account, entries } = applyPosting(before, posting);
  return [
    {
      name: ACCOUNT,
      item: {
        Put: {
          TableName: table,
          Item: { ...keys.account(account.org_id), ...account },
          ConditionExpression: 'last_seq = :seen',
          ExpressionAttributeValues: { ':seen': before.last_seq },
        },
      },
    },
    ...entries.map((entry) => ({
      name: ENTRY,
      item: {
        Put: {
          TableName: table,
          Item: { ...keys.entry(account.org_id, entry.key), ...entry },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    })),
  ];
}
