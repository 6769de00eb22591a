import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ServiceProcess {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly orgId: string;
  readonly dataDir: string;
  /** Asks it to end; answers with its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, as the kernel does when memory runs out. The folder stays. */
  kill(): Promise<void>;
}

interface Options {
  /** Of an earlier process, to start again on its state; else a new temporary folder. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '../..');
const READY_MS = 40_000;

/** Starts the service as a process of its own on a free port, and waits until it answers. */
export async function startServiceProcess(options: Options = {}): Promise<ServiceProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'video-reader-')));
  const child = spawn(process.execPath, ['bin/local.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'exit');
  const baseUrl = await readyAddress(child);
  const { api_key, org_id } = JSON.parse(
    await readFile(join(dataDir, 'credentials.json'), 'utf8'),
  ) as { api_key: string; org_id: string };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await gone;
    return child.exitCode;
  };
  return {
    baseUrl,
    apiKey: api_key,
    orgId: org_id,
    dataDir,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

/** Removes a folder that no service uses any more. */
export const removeDataDir = (dataDir: string): Promise<void> =>
  rm(dataDir, { recursive: true, force: true, maxRetries: 5 });

async function readyAddress(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  const hear = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-20_000);
    const address = /ready at (http:\S+)/.exec(said)?.[1];
    if (address !== undefined) resolve(address);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${said}`)));
  const late = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Error(`the service was not ready in time: ${said}`));
  }, READY_MS);
  return promise.finally(() => clearTimeout(late));
}
