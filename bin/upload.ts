import '../local/service/require-node.ts';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { wait } from '../layers/adapters/system/clock.ts';
import { uploadCalls } from './upload/calls.ts';
import { memoryOf } from './upload/memory.ts';
import { Unreachable } from './upload/patience.ts';
import { sendFile } from './upload/send-file.ts';

const { DATA_DIR = '.local', BASE_URL, API_KEY, XDG_CACHE_HOME } = process.env;
const PATIENCE_MS = 10 * 60_000;

async function credentials(): Promise<{ base_url: string; api_key: string }> {
  if (BASE_URL !== undefined && API_KEY !== undefined)
    return { base_url: BASE_URL, api_key: API_KEY };
  const text = await readFile(join(DATA_DIR, 'credentials.json'), 'utf8').catch(() => {
    throw new Error('Set BASE_URL and API_KEY, or start the service on this machine: npm start.');
  });
  return JSON.parse(text) as { base_url: string; api_key: string };
}

function showProgress(sent: number, of: number): void {
  if (!process.stderr.isTTY) return;
  const share = of === 0 ? 1 : sent / of;
  const bar = '#'.repeat(Math.round(share * 40)).padEnd(40, '.');
  process.stderr.write(`\r[${bar}] ${Math.round(share * 100)} %${share === 1 ? '\n' : ''}`);
}

const [name] = process.argv.slice(2);
try {
  if (name === undefined) throw new Error('Name the file: npm run upload -- FILE');
  const { base_url, api_key } = await credentials();
  const patience = { wait, patienceMs: PATIENCE_MS };
  const folder = join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'video-reader');
  const result = await sendFile(name, {
    ...patience,
    calls: uploadCalls(base_url, api_key, patience),
    memory: memoryOf(folder, base_url, name),
    onProgress: showProgress,
  });
  console.log(JSON.stringify(result, null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof Unreachable)
    console.error('Run the same command again: it goes on with what is missing.');
  process.exit(1);
}
