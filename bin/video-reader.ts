import '../local/service/require-node.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepCompiledCode } from '../local/service/compiled-code.ts';

keepCompiledCode();
// Imported here, since what is imported above this line is compiled before the line runs.
const { runProcess } = await import('../sdk/src/cli/run-process.ts');

/** The service of this machine, as `npm start` made it known. */
async function localService(dataDir: string): Promise<Record<string, string>> {
  const path = join(dataDir, 'credentials.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    const { base_url, api_key } = JSON.parse(text) as { base_url: string; api_key: string };
    return { VIDEO_READER_URL: base_url, VIDEO_READER_API_KEY: api_key };
  } catch {
    console.error(`${path} cannot be read as the credentials of a service.`);
    process.exit(1);
  }
}

const { DATA_DIR = '.local', ...environment } = process.env;
const isTold = environment['VIDEO_READER_URL'] !== undefined;
await runProcess({ ...(isTold ? {} : await localService(DATA_DIR)), ...environment });
