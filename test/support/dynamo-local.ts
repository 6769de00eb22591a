import { type ChildProcess, spawn } from 'node:child_process';
import { library } from '../../local/dynamodb.ts';
import { freePort } from '../../local/ports.ts';

/** Starts DynamoDB Local in memory; who uses it waits until it answers. */
export async function startDynamoLocal(): Promise<{ endpoint: string; process: ChildProcess }> {
  const port = await freePort();
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
    { cwd: library(), stdio: 'ignore' },
  );
  return { endpoint: `http://127.0.0.1:${port}`, process: java };
}
