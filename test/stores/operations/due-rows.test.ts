import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dueFrom, dueRows } from '../../../layers/adapters/dynamo/due.ts';
import { testTables } from '../../support/tables.ts';

const ROWS = 130;
const NOW = new Date('2026-11-22T12:00:00Z');
const at = (second: number) => new Date(NOW.getTime() + second * 1000);
const keyOf = (row: number) => ({ pk: 'ORG#one', sk: `JOB#${row}` });

const tables = await testTables();
const put = (Item: Record<string, unknown>) =>
  tables.db.send(new PutCommand({ TableName: tables.records, Item }));
const due = (limit: number) => dueRows(tables.db, tables.records, 'job', NOW, limit);

beforeAll(async () => {
  await Promise.all(
    Array.from({ length: ROWS }, (_, row) =>
      put({ ...keyOf(row), ...dueFrom('job', keyOf(row), at(-row)), row }),
    ),
  );
});

test('what is due is found whole, the longest due first, however it is spread', async () => {
  const rows = await due(1_000);
  expect(rows.map(({ row }) => row)).toEqual([...Array(ROWS).keys()].reverse());
  expect((await due(3)).map(({ row }) => row)).toEqual([ROWS - 1, ROWS - 2, ROWS - 3]);
});

test('no partition of the index holds more than a few times its share', async () => {
  const { db, records } = tables;
  const rows = await due(1_000);
  const partitions = new Map<string, number>();
  for (const { due: name } of rows) partitions.set(name, (partitions.get(name) ?? 0) + 1);
  expect(partitions.size).toBe(8);
  expect(Math.max(...partitions.values())).toBeLessThan(ROWS / 2);
  // The index itself holds nothing but keys.
  const { Items: [entry] = [] } = await db.send(
    new QueryCommand({
      TableName: records,
      IndexName: 'due',
      KeyConditionExpression: 'due = :one',
      ExpressionAttributeValues: { ':one': [...partitions.keys()][0] },
    }),
  );
  expect(new Set(Object.keys(entry ?? {}))).toEqual(new Set(['due', 'due_at', 'pk', 'sk']));
});

test('rows of another kind, and of a later time, are not due', async () => {
  await put({ ...keyOf(901), ...dueFrom('job', keyOf(901), at(1)) });
  await put({ ...keyOf(902), ...dueFrom('video', keyOf(902), at(-1)) });
  expect(await due(1_000)).toHaveLength(ROWS);
});

test('a row of an earlier release, whose kind had one partition, is found as well', async () => {
  await put({ ...keyOf(903), due: 'job', due_at: at(-9_999).toISOString(), row: 'old' });
  expect((await due(1))[0]).toMatchObject({ row: 'old' });
});
