import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { TABLES } from '../../layers/adapters/dynamo/tables.ts';
import { createTable } from '../../local/dynamodb/create-table.ts';
import type { EngineAccess } from '../../local/engine-access.ts';
import { afterSuite } from './runner/after-suite.ts';

export interface TestTables {
  readonly db: DynamoDBDocumentClient;
  readonly records: string;
  readonly ledger: string;
}

/**
 * The key pair and the region of the run's engines, which every AWS client finds in the
 * environment by itself.
 */
export const testAccess = (): EngineAccess => {
  const { AWS_REGION = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  return { region: AWS_REGION, credentials };
};

const newClient = () =>
  new DynamoDBClient({
    endpoint: process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '',
    // The engine may still be starting: a refused connection is tried again.
    maxAttempts: 30,
  });

/**
 * Fresh tables on the run's DynamoDB Local, under names that nobody else uses. No row expires: the
 * engine goes by the machine's clock, for which what a test's clock has just written may be long
 * over. They go with the suite: the engine looks at each table it has time and again, and each
 * write takes longer with every one.
 */
export async function testTables(): Promise<TestTables> {
  const client = newClient();
  const prefix = randomUUID();
  const names = { RECORDS_TABLE: `${prefix}-records`, LEDGER_TABLE: `${prefix}-ledger` };
  for (const { ttl: _, ...lasting } of TABLES) {
    const TableName = names[lasting.variable];
    await createTable(client, TableName, lasting);
    afterSuite(() => client.send(new DeleteTableCommand({ TableName })));
  }
  return { db: documentClient(client), records: names.RECORDS_TABLE, ledger: names.LEDGER_TABLE };
}

/** The same tables as another process has them: nothing but the tables is shared. */
export const otherProcess = (tables: TestTables): TestTables => ({
  ...tables,
  db: documentClient(newClient()),
});
