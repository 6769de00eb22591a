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

/** Rows of one kind, by the time at which something must look at them again. */
type RowsDue = (
  db: DynamoDBDocumentClient,
  table: string,
  kind: DueKind,
  time: Date,
  limit: number,
) => Promise<Row[]>;

const IS = {
  '<=': (due: string, time: string) => due <= time,
  '>': (due: string, time: string) => due > time,
};

/** As they are now: the index runs a moment behind the table, what was seen to since is left out. */
const rowsDue =
  (is: keyof typeof IS): RowsDue =>
  async (db, table, kind, time, limit) => {
    const bound = time.toISOString();
    const found = await Promise.all(
      Array.from({ length: SHARDS }, async (_, shard) => {
        const { Items = [] } = await db.send(
          new QueryCommand({
            TableName: table,
            IndexName: 'due',
            KeyConditionExpression: `due = :shard AND due_at ${is} :time`,
            ExpressionAttributeValues: { ':shard': shardName(kind, shard), ':time': bound },
            Limit: limit,
          }),
        );
        return Items;
      }),
    );
    const oldest = found.flat().sort(byTime).slice(0, limit);
    const keys = oldest.map(({ pk, sk }) => ({ pk, sk }));
    const rows = await getRows(db, table, keys);
    return rows
      .filter((row) => isDueAs(kind, row) && IS[is](String(row['due_at']), bound))
      .sort(byTime);
  };

const byTime = (one: Row, other: Row): number =>
  String(one['due_at']) < String(other['due_at']) ? -1 : 1;

/** Those that something must look at again by now, the longest due first. */
export const dueRows = rowsDue('<=');

/** Those that nothing looks at until after a time. */
export const rowsDueAfter = rowsDue('>');
