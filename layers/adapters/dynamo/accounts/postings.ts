import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  type Account,
  applyPosting,
  type LedgerRow,
  type Posting,
} from '../../../domain/accounts/account.ts';
import { backOff } from '../backoff.ts';
import * as keys from '../keys.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { accountBook } from './account-book.ts';

interface Decision {
  readonly posting: Posting;
  readonly alongside: readonly Write[];
}

/** Writes a posting with its ledger entries, and whatever belongs with it, in one transaction. */
export type Post = (orgId: string, decide: (account: Account) => Decision) => Promise<void>;

/** Name under which ConditionFailed tells that an entry was written before. */
export const ENTRY = 'entry';
const ACCOUNT = 'account';
const MAX_ATTEMPTS = 20;
/** An account that was read this lately is mostly still the same, and is not read once more. */
const LATELY_MS = 1_000;

/**
 * The account is read, decided upon, and written only if its newest entry is still the same; so
 * every `balance_after` is exact. Writers of one process queue up instead of colliding.
 */
export function makePost(db: DynamoDBDocumentClient, table: string): Post {
  const book = accountBook(db, table);
  return (orgId, decide) =>
    book.inTurn(orgId, async () => {
      const lately = book.trusts(orgId) ? book.readWithin(orgId, LATELY_MS) : undefined;
      // Nothing is refused by what was read before, and nothing is written that it does not bear
      // out.
      if (lately && (await tryLately(lately, decide))) return;
      for (let attempt = 1; ; attempt += 1) {
        const account = await book.read(orgId);
        if (!account) throw new Error(`organization ${orgId} has no account`);
        try {
          await write(account, decide(account));
          return;
        } catch (error) {
          if (!isStale(error) || attempt === MAX_ATTEMPTS) throw error;
          await backOff(Math.min(attempt, 5));
        }
      }
    });

  async function tryLately(lately: Account, decide: (account: Account) => Decision) {
    const decision = decidedBy(lately, decide);
    if (!decision) return false;
    try {
      await write(lately, decision);
      return true;
    } catch (error) {
      if (!isStale(error)) throw error;
      book.doubt(lately.org_id);
      return false;
    }
  }

  async function write(before: Account, { posting, alongside }: Decision): Promise<void> {
    if (posting.movements.length === 0) {
      if (alongside.length > 0) await transact(db, alongside);
      return;
    }
    const { account, entries } = applyPosting(before, posting);
    await transact(db, [
      ...alongside,
      moveAccount(table, before, account),
      ...entries.map((entry) => putEntry(table, before.org_id, entry)),
    ]);
    book.wrote(account);
  }
}

/** Undefined when it is refused. */
function decidedBy(account: Account, decide: (account: Account) => Decision) {
  try {
    return decide(account);
  } catch {
    return undefined;
  }
}

/**
 * True when the account moved on since it was read. An entry that exists then proves nothing yet:
 * it may be the renewal that another writer has just made.
 */
const isStale = (error: unknown): boolean =>
  error instanceof ConditionFailed &&
  error.writes.has(ACCOUNT) &&
  [...error.writes].every((name) => name === ACCOUNT || name === ENTRY);

/** Writes what movements change, and nothing else of the account. */
const moveAccount = (table: string, before: Account, after: Account): Write => ({
  name: ACCOUNT,
  item: {
    Update: {
      TableName: table,
      Key: keys.account(after.org_id),
      UpdateExpression:
        'SET #plan = :plan, topup = :topup, tool = :tool, renews_at = :renews, last_seq = :seq',
      ConditionExpression: 'last_seq = :seen',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: {
        ':plan': after.plan,
        ':topup': after.topup,
        ':tool': after.tool,
        ':renews': after.renews_at,
        ':seq': after.last_seq,
        ':seen': before.last_seq,
      },
    },
  },
});

const putEntry = (table: string, orgId: string, entry: LedgerRow): Write => ({
  name: ENTRY,
  item: {
    Put: {
      TableName: table,
      Item: { ...keys.entry(orgId, entry.key), ...entry },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
});
