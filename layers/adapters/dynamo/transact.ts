import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { backOff } from './backoff.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a transaction, with a name to be told by when its condition does not hold. */
export interface Write {
  readonly name: string;
  readonly item: TransactItem;
}

/** Nothing was written: the conditions of the named writes did not hold. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
  readonly writes: ReadonlySet<string>;

  constructor(writes: Iterable<string>, options: ErrorOptions) {
    super('a condition of the transaction did not hold', options);
    this.writes = new Set(writes);
  }
}

const MAX_ATTEMPTS = 12;

/**
 * Writes all or nothing. Collisions with other transactions are tried again.
 * @throws ConditionFailed
 */
export async function transact(
  db: DynamoDBDocumentClient,
  writes: readonly Write[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.send(new TransactWriteCommand({ TransactItems: writes.map(({ item }) => item) }));
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      const failed = writes.filter((_, at) => codes[at] === 'ConditionalCheckFailed');
      if (failed.length > 0) {
        throw new ConditionFailed(
          failed.map(({ name }) => name),
          { cause: error },
        );
      }
      // What is left is contention or throttling; the SDK does not repeat a cancelled transaction.
      if (attempt === MAX_ATTEMPTS) throw error;
      await backOff(attempt);
    }
  }
}
