import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  type LocalSecondaryIndex,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { TABLES, type TableShape } from '../../layers/adapters/dynamo/tables.ts';

const keySchema = (partition: string, sort: string): KeySchemaElement[] => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];
const Projection = { ProjectionType: 'ALL' } as const;

async function createTable(client: DynamoDBClient, name: string, shape: TableShape): Promise<void> {
  const globals = shape.globalIndexes.map(
    (index): GlobalSecondaryIndex => ({
      IndexName: index.name,
      KeySchema: keySchema(index.partition, index.sort),
      Projection,
    }),
  );
  const locals = shape.localIndexes.map(
    (index): LocalSecondaryIndex => ({
      IndexName: index.name,
      KeySchema: keySchema('pk', index.sort),
      Projection,
    }),
  );
  const strings = ['pk', 'sk', ...shape.globalIndexes.flatMap((i) => [i.partition, i.sort])];
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keySchema('pk', 'sk'),
      AttributeDefinitions: [
        ...strings.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
        ...shape.localIndexes.map((i) => ({ AttributeName: i.sort, AttributeType: 'N' as const })),
      ],
      ...(globals.length > 0 ? { GlobalSecondaryIndexes: globals } : {}),
      ...(locals.length > 0 ? { LocalSecondaryIndexes: locals } : {}),
    }),
  );
}

export interface TestTables {
  readonly db: DynamoDBDocumentClient;
  readonly records: string;
  readonly ledger: string;
}

/** Fresh tables on the run's DynamoDB Local, under names that nobody else uses. */
export async function testTables(): Promise<TestTables> {
  const client = new DynamoDBClient({
    endpoint: process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '',
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    // The engine may still be starting: a refused connection is tried again.
    maxAttempts: 30,
  });
  const prefix = randomUUID();
  const names = { RECORDS_TABLE: `${prefix}-records`, LEDGER_TABLE: `${prefix}-ledger` };
  for (const shape of TABLES) await createTable(client, names[shape.variable], shape);
  return { db: documentClient(client), records: names.RECORDS_TABLE, ledger: names.LEDGER_TABLE };
}
