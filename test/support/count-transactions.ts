import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Tells how many transactions a client was asked for since. */
export function countTransactions(db: DynamoDBDocumentClient): () => number {
  let count = 0;
  db.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === 'TransactWriteItemsCommand') count += 1;
        return next(args);
      },
    { step: 'initialize' },
  );
  return () => count;
}
