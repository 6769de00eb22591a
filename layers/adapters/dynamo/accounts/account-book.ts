import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Account } from '../../../domain/accounts/account.ts';
import * as keys from '../keys.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { getRow } from '../rows.ts';

/** What a process knows of the accounts in a table. */
export interface AccountBook {
  /** Reads an account, and remembers it. */
  read(orgId: string): Promise<Account | undefined>;
  /**
   * An account that was read at most so many milliseconds ago, with what was written here since.
   */
  readWithin(orgId: string, ms: number): Account | undefined;
  /** Remembers an account as it was just written. */
  wrote(account: Account): void;
  /**
   * What was remembered turned out to be old: others write here too, so it is not relied on for a
   * while.
   */
  doubt(orgId: string): void;
  /** Whether what is remembered may be relied on. */
  trusts(orgId: string): boolean;
  /** Runs tasks about one account one after the other. */
  readonly inTurn: ReturnType<typeof oneAtATime>;
}

/** A process serves many organizations in its life, but few at a time. */
const MOST = 1000;
const DOUBT_MS = 10_000;

const books = new WeakMap<DynamoDBDocumentClient, Map<string, AccountBook>>();

/** One book for each client and table, whoever asks: what one reads another need not read again. */
export function accountBook(db: DynamoDBDocumentClient, table: string): AccountBook {
  const ofClient = books.get(db) ?? new Map<string, AccountBook>();
  books.set(db, ofClient);
  const book = ofClient.get(table) ?? newBook(db, table);
  ofClient.set(table, book);
  return book;
}

function newBook(db: DynamoDBDocumentClient, table: string): AccountBook {
  const known = new Map<string, { account: Account; readAt: number }>();
  const doubts = new Map<string, number>();
  return {
    async read(orgId) {
      const row = await getRow(db, table, keys.account(orgId));
      const account = row && Account.parse(row);
      // Answers may overtake each other.
      if (account && (known.get(orgId)?.account.last_seq ?? 0) <= account.last_seq) {
        known.delete(orgId);
        known.set(orgId, { account, readAt: performance.now() });
        forgetOldest(known);
      }
      return account;
    },
    readWithin(orgId, ms) {
      const found = known.get(orgId);
      return found && performance.now() - found.readAt <= ms ? found.account : undefined;
    },
    wrote(account) {
      const before = known.get(account.org_id);
      if (before) known.set(account.org_id, { ...before, account });
    },
    doubt(orgId) {
      doubts.set(orgId, performance.now() + DOUBT_MS);
      forgetOldest(doubts);
    },
    trusts: (orgId) => (doubts.get(orgId) ?? 0) < performance.now(),
    inTurn: oneAtATime(),
  };
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}
