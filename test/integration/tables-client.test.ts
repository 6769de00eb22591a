import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, tableClient } from '../../layers/adapters/dynamo/client.ts';
import { transact } from '../../layers/adapters/dynamo/transact.ts';
import { FAULT_KINDS, type Fault, type FaultKind, type Where } from '../support/faults/fault.ts';
import { startFaultProxy } from '../support/faults/fault-proxy.ts';
import { refuseAsTables } from '../support/faults/refusals.ts';
import { testTables } from '../support/tables.ts';

const tables = await testTables();

const WHERE: readonly Where[] = ['asking', 'answering', 'answered'];
const CASES = FAULT_KINDS.flatMap((kind) => WHERE.map((where) => ({ kind, where })));
const faultOf = ({ kind, where }: (typeof CASES)[number]): Fault => ({
  kind,
  where,
  at: 1,
  position: 0.5,
  times: ['stall', 'drip', 'restart'].includes(kind) ? 1 : 3,
});
const key = (kind: FaultKind, where: Where) => ({ pk: kind, sk: where });

async function throughFault(
  fault: Fault,
  work: (db: DynamoDBDocumentClient) => Promise<unknown>,
): Promise<{ hits: number; result: unknown }> {
  const target = Number(new URL(process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '').port);
  const proxy = await startFaultProxy({ target, refuse: refuseAsTables });
  const client = tableClient({ endpoint: `http://127.0.0.1:${proxy.port}` });
  proxy.plan(() => true, fault);
  try {
    const result = await work(documentClient(client));
    return { hits: proxy.hits(), result };
  } finally {
    client.destroy();
    await proxy.close();
  }
}

test('a transaction is done once, whatever happens to it or to its answer', async () => {
  const done = await Promise.all(
    CASES.map(async ({ kind, where }) => {
      const { hits } = await throughFault(faultOf({ kind, where }), (db) =>
        transact(db, [
          {
            name: 'count',
            item: {
              Update: {
                TableName: tables.records,
                Key: key(kind, where),
                UpdateExpression: 'ADD times :one',
                ExpressionAttributeValues: { ':one': 1 },
              },
            },
          },
        ]),
      );
      const { Item } = await tables.db.send(
        new GetCommand({ TableName: tables.records, Key: key(kind, where) }),
      );
      return { kind, where, wasHit: hits > 0, times: Item?.['times'] };
    }),
  );
  expect(done).toEqual(CASES.map((one) => ({ ...one, wasHit: true, times: 1 })));
});

test('what is read is what is there, whatever happens to the answer', async () => {
  const texts = 'a text that is long enough to be broken anywhere. '.repeat(20);
  const rows = CASES.map(({ kind, where }) => ({ pk: `read ${kind}`, sk: where, text: texts }));
  for (const row of rows) {
    await transact(tables.db, [
      { name: 'row', item: { Put: { TableName: tables.records, Item: row } } },
    ]);
  }
  const read = await Promise.all(
    CASES.map(async ({ kind, where }) => {
      const { result } = await throughFault(faultOf({ kind, where }), async (db) => {
        const Key = { pk: `read ${kind}`, sk: where };
        return (await db.send(new GetCommand({ TableName: tables.records, Key }))).Item;
      });
      return result;
    }),
  );
  expect(read).toEqual(rows);
});

test('requests that share a client outlast a restart of the tables, however many they are', async () => {
  const Key = { pk: 'shared', sk: 'restart' };
  await transact(tables.db, [
    { name: 'row', item: { Put: { TableName: tables.records, Item: Key } } },
  ]);
  const { result } = await throughFault(faultOf({ kind: 'restart', where: 'asking' }), (db) =>
    Promise.all(
      Array.from({ length: 30 }, async () => {
        const { Item } = await db.send(new GetCommand({ TableName: tables.records, Key }));
        return Item;
      }),
    ),
  );
  expect(result).toEqual(Array.from({ length: 30 }, () => Key));
});
