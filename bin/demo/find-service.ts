import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startServiceChild } from '../../local/service/service-child.ts';

const Credentials = z.object({ base_url: z.url(), api_key: z.string() });

export interface FoundService {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Ends the service if it was started for this run. */
  stop(): Promise<void>;
}

const credentials = async (dataDir: string) =>
  Credentials.parse(JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')));

/** The service of a data folder when it runs; else one that is started. */
export async function findService(dataDir: string): Promise<FoundService> {
  const known = await credentials(dataDir).catch(() => undefined);
  if (known && (await opens(known.base_url, known.api_key)))
    return { baseUrl: known.base_url, apiKey: known.api_key, stop: async () => undefined };
  const child = await startServiceChild({ ...process.env, DATA_DIR: dataDir });
  const stop = async () => void (await child.end('SIGTERM'));
  try {
    const { api_key } = await credentials(dataDir);
    return { baseUrl: child.baseUrl, apiKey: api_key, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whether a service answers there that knows the key; something else may have the port by now. */
const opens = (baseUrl: string, apiKey: string): Promise<boolean> =>
  fetch(`${baseUrl}/v1/credits?limit=0`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(5000),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
