import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDataDir } from '../e2e/service-process.ts';
import { workerOf } from '../support/kill-worker.ts';
import { serviceDatabase } from '../support/service-database.ts';

const ENTRY = join(import.meta.dirname, '../../bin/local.ts');

/** Starts the service with a log of every call, and stops reading it once there is an address. */
async function unreadService(dataDir: string) {
  const { PATH, HOME } = process.env;
  const database = await serviceDatabase(dataDir);
  const own = { LOG_LEVEL: 'INFO', ALLOW_PRIVATE_SOURCES: '1', EGRESS_PORTS: '1' };
  const service = spawn(process.execPath, [ENTRY], {
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir, ...own, ...database },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(service, 'exit');
  let said = '';
  let baseUrl: string | undefined;
  for await (const chunk of service.stdout) {
    said += String(chunk);
    baseUrl = /ready at (http:\S+)/.exec(said)?.[1];
    if (baseUrl !== undefined) break;
  }
  service.stdout.destroy();
  service.stderr.destroy();
  const { api_key } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'));
  return { service, gone, baseUrl, headers: { authorization: `Bearer ${api_key}` } };
}

test('a log that cannot be written ends neither the service nor its worker', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'video-reader-'));
  const { service, gone, baseUrl, headers } = await unreadService(dataDir);
  try {
    const worker = await workerOf(dataDir);
    for (const name of ['one', 'two']) {
      // Nobody is there; the service tells of the call, and the worker of the link that failed.
      const call = { url: `http://127.0.0.1:1/${name}.mp4` };
      const answer = await fetch(`${baseUrl}/v1/frames`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(call),
      });
      expect(answer.status).toBe(422);
    }
    expect(await workerOf(dataDir)).toBe(worker);
    service.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
  } finally {
    service.kill('SIGKILL');
    await removeDataDir(dataDir);
  }
});
