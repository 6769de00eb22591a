import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { TABLES } from '../../layers/adapters/dynamo/tables.ts';
import { createTable } from '../../local/create-table.ts';

export interface TestTables {
  readonly db: DynamoDBDocumentClient;
  readonly records: string;
  readonly ledger: string;
}

const newClient = () =>
  new DynamoDBClient({
    endpoint: process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '',
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    // The engine may still be starting: a refused connection is tried again.
    maxAttempts: 30,
  });

/**
 * Fresh tables on the run's DynamoDB Local, under names that nobody else uses. No row expires: the engine goes by
 * the machine's clock, for which what a test's clock has just written may be long over.
 */
export async function testTables(): Promise<TestTables> {
  const client = newClient();
  const prefix = randomUUID();
  const names = { RECORDS_TABLE: `${prefix}-records`, LEDGER_TABLE: `${prefix}-ledger` };
  for (const { ttl: _, ...lasting } of TABLES) {
    await createTable(client, names[lasting.variable], lasting);
  }
  return { db: documentClient(client), records: names.RECORDS_TABLE, ledger: names.LEDGER_TABLE };
}

/** The same tables as another process has them: nothing but the tables is shared. */
export const otherProcess = (tables: TestTables): TestTables => ({
  ...tables,
  db: documentClient(newClient()),
});
