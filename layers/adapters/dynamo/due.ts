import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Key, Row } from './keys.ts';
import { getRows } from './rows.ts';
import { sha256Hex } from './sha256-hex.ts';

/** What must be looked at again by a certain time; none is the beginning of another. */
export type DueKind = 'batch' | 'erasure' | 'job' | 'upload' | 'video' | 'webhook';

/**
 * Partitions of the index for one kind. One takes 1,000 units of writing a second, so that all of
 * them take as much as the table does at most.
 */
const SHARDS = 8;

/** The first has the name that a kind had when it had one partition, so those rows are in it. */
const shardName = (kind: DueKind, shard: number): string =>
  shard === 0 ? kind : `${kind}#${shard}`;

/**
 * The attributes by which a row is found when its time has come. The same row is always in the same
 * partition.
 */
export const dueFrom = (kind: DueKind, { pk, sk }: Key, time: Date) => ({
  due: shardName(kind, Number.parseInt(sha256Hex(`${pk}\n${sk}`).slice(0, 2), 16) % SHARDS),
  due_at: time.toISOString(),
});

export const isDueAs = (kind: DueKind, row: Row | undefined): boolean =>
  String(row?.['due'] ?? '').startsWith(kind);

/**
 * The rows of one kind that something must look at again by now, as they are now, the longest due
 * first. The index runs a moment behind the table: what was seen to since is left out.
 */
export async function dueRows(
  db: DynamoDBDocumentClient,
  table: string,
  kind: DueKind,
  time: Date,
  limit: number,
): Promise<Row[]> {
  const until = time.toISOString();
  const rows = await rowsDue(db, table, kind, { is: '<=', time: until, limit });
  return rows.filter((row) => isDueAs(kind, row) && String(row['due_at']) <= until).sort(byTime);
}

/** The rows of one kind that nothing looks at until after a time, as they are now. */
export async function rowsDueAfter(
  db: DynamoDBDocumentClient,
  table: string,
  kind: DueKind,
  time: Date,
  limit: number,
): Promise<Row[]> {
  const since = time.toISOString();
  const rows = await rowsDue(db, table, kind, { is: '>', time: since, limit });
  return rows.filter((row) => isDueAs(kind, row) && String(row['due_at']) > since);
}

async function rowsDue(
  db: DynamoDBDocumentClient,
  table: string,
  kind: DueKind,
  { is, time, limit }: { is: '<=' | '>'; time: string; limit: number },
): Promise<Row[]> {
  const found = await Promise.all(
    Array.from({ length: SHARDS }, async (_, shard) => {
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'due',
          KeyConditionExpression: `due = :shard AND due_at ${is} :time`,
          ExpressionAttributeValues: { ':shard': shardName(kind, shard), ':time': time },
          Limit: limit,
        }),
      );
      return Items;
    }),
  );
  const oldest = found.flat().sort(byTime).slice(0, limit);
  return getRows(
    db,
    table,
    oldest.map(({ pk, sk }) => ({ pk, sk })),
  );
}

const byTime = (one: Row, other: Row): number =>
  String(one['due_at']) < String(other['due_at']) ? -1 : 1;
