import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  type DeleteCommandInput,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Key, Row } from './keys.ts';

/** The row of a key as it is now. */
export async function getRow(
  db: DynamoDBDocumentClient,
  table: string,
  key: Key,
): Promise<Row | undefined> {
  const { Item } = await db.send(
    new GetCommand({ TableName: table, Key: key, ConsistentRead: true }),
  );
  return Item;
}

/** Rows that DynamoDB hands out in one answer. */
const MOST_ROWS = 100;

/** The rows of keys as they are now, those that are there, in any order. */
export async function getRows(
  db: DynamoDBDocumentClient,
  table: string,
  wanted: readonly Key[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < wanted.length; at += MOST_ROWS) {
    let Keys: Row[] = wanted.slice(at, at + MOST_ROWS);
    while (Keys.length > 0) {
      const { Responses = {}, UnprocessedKeys = {} } = await db.send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
      );
      rows.push(...(Responses[table] ?? []));
      // An answer ends at 16 MB: what did not fit is asked for again.
      const left = UnprocessedKeys[table]?.Keys ?? [];
      if (left.length === Keys.length) throw new Error('no row is handed out');
      Keys = left;
    }
  }
  return rows;
}

type Narrowing = Pick<
  QueryCommandInput,
  | 'FilterExpression'
  | 'ExpressionAttributeValues'
  | 'ScanIndexForward'
  | 'Limit'
  | 'ExclusiveStartKey'
>;

/**
 * Newest first: ids sort by the time they were made.
 * @param before only those made before the row of this key, which need not be there
 */
export const newest = (limit: number, before?: Key): Narrowing => ({
  ScanIndexForward: false,
  Limit: limit,
  ExclusiveStartKey: before,
});

/** The rows whose sort key begins as the one of `prefix` does, as they are now. */
export async function rowsUnder(
  db: DynamoDBDocumentClient,
  table: string,
  { pk, sk }: Key,
  { ExpressionAttributeValues, Limit, ExclusiveStartKey, ...narrowing }: Narrowing = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  let from = ExclusiveStartKey;
  // An answer ends at 1 MB, which three rows may fill.
  do {
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk, ...ExpressionAttributeValues },
        ConsistentRead: true,
        ExclusiveStartKey: from,
        ...(Limit !== undefined && { Limit: Limit - rows.length }),
        ...narrowing,
      }),
    );
    rows.push(...Items);
    from = LastEvaluatedKey;
  } while (from && (Limit === undefined || rows.length < Limit));
  return rows;
}

/** As `rowsUnder`, fetched as they are asked for; without a sort key all rows of the partition. */
export async function* eachRowUnder(
  db: DynamoDBDocumentClient,
  table: string,
  { pk, sk }: Key,
): AsyncGenerator<Row> {
  const pages = paginateQuery(
    { client: db },
    {
      TableName: table,
      KeyConditionExpression: sk === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': pk, ...(sk === '' ? {} : { ':sk': sk }) },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}

/** What a conditional write answers; undefined when its condition did not hold. */
export async function ifHeld<Answer>(write: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

type Condition = Pick<DeleteCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>;

/** Deletes a row where its condition holds; another may have deleted or taken it first. */
export async function removeRow(
  db: DynamoDBDocumentClient,
  table: string,
  key: Key,
  condition: Condition = {},
): Promise<void> {
  await ifHeld(db.send(new DeleteCommand({ TableName: table, Key: key, ...condition })));
}
