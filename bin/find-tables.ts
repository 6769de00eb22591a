import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { documentClient } from '../layers/adapters/dynamo/client.ts';

/** What a running local service writes down of itself, in DATA_DIR/endpoints.json. */
const Endpoints = z.object({
  base_url: z.url().optional(),
  dynamodb: z.url(),
  records_table: z.string().min(1),
  ledger_table: z.string().min(1),
  region: z.string().min(1),
  access_key_id: z.string().min(1),
  secret_access_key: z.string().min(1),
});

interface Tables {
  readonly db: DynamoDBDocumentClient;
  readonly records: string;
  readonly ledger: string;
  /** Where the service answers, if that is known here. */
  readonly baseUrl?: string | undefined;
}

/** @throws Error in words for a person when no local service was started in the folder */
export async function localEndpoints(dataDir: string): Promise<z.infer<typeof Endpoints>> {
  const path = join(dataDir, 'endpoints.json');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(
      `There is no ${path}: start the local service with npm start, or set DATA_DIR.`,
    );
  });
  return Endpoints.parse(JSON.parse(text));
}

/**
 * The tables that the environment names, or those of the local service.
 * @throws Error in words for a person when there are none, or only one of them is named
 */
export async function findTables(env: NodeJS.ProcessEnv): Promise<Tables> {
  const { RECORDS_TABLE: records, LEDGER_TABLE: ledger, DATA_DIR: dataDir = '.local' } = env;
  if (records && ledger) return { db: documentClient(), records, ledger };
  if (records || ledger) {
    const missing = records ? 'LEDGER_TABLE' : 'RECORDS_TABLE';
    throw new Error(
      `Set ${missing} too: the two tables belong together. Without both the local service of DATA_DIR is meant.`,
    );
  }
  const local = await localEndpoints(dataDir);
  const client = new DynamoDBClient({
    endpoint: local.dynamodb,
    region: local.region,
    credentials: { accessKeyId: local.access_key_id, secretAccessKey: local.secret_access_key },
  });
  return {
    db: documentClient(client),
    records: local.records_table,
    ledger: local.ledger_table,
    baseUrl: local.base_url,
  };
}
