import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { TABLES, type TableShape } from '../../layers/adapters/dynamo/tables.ts';
import { newAccess } from '../engine-access.ts';
import { freePort } from '../http/ports.ts';
import { createTable } from './create-table.ts';
import { javaEnvironment, keyLines, library } from './packaged-engine.ts';

const WHOLE_MS = 60_000;
const POLL_MS = 50;
/** How Java ends when it is asked to. */
const TERMINATED = 143;

/**
 * Runs the engine on files of its own, has it do what the service asks of it, and ends it.
 * @param java arguments before the engine's own
 * @throws Error when it did not start, or ended otherwise than asked
 */
export async function trainEngine(java: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'train-engine-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const access = newAccess('us-east-1');
  const own = ['-disableTelemetry', '-sharedDb', '-dbPath', folder, '-port', String(port)];
  const engine = spawn('java', [...java, ...own], {
    cwd: library(),
    env: javaEnvironment(process.env),
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: WHOLE_MS,
  });
  // It may have ended before it read them.
  engine.stdin.on('error', () => undefined);
  engine.stdin.end(keyLines(access.credentials));
  const ended = once(engine, 'exit');
  const client = new DynamoDBClient({ endpoint, ...access });
  try {
    while (!(await answers(endpoint))) {
      if (engine.exitCode !== null || engine.signalCode !== null) break;
      await wait(POLL_MS);
    }
    await use(client);
    engine.kill('SIGTERM');
    const [code] = await ended;
    if (code !== TERMINATED) throw new Error(`the engine ended with ${code}`);
  } finally {
    engine.kill('SIGKILL');
    client.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

const answers = (endpoint: string): Promise<boolean> =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );

async function use(client: DynamoDBClient): Promise<void> {
  for (const shape of TABLES) await createTable(client, shape.variable, shape);
  const db = DynamoDBDocumentClient.from(client);
  const TableName = 'RECORDS_TABLE' satisfies TableShape['variable'];
  await db.send(new PutCommand({ TableName, Item: { pk: 'a', sk: 'b' } }));
  const ConditionExpression = 'attribute_not_exists(pk)';
  const Put = { TableName, Item: { pk: 'a', sk: 'c' }, ConditionExpression };
  await db.send(new TransactWriteCommand({ TransactItems: [{ Put }] }));
  const asked = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'a' } };
  await db.send(new QueryCommand({ TableName, ...asked }));
}
