import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceChild } from '../../local/service/service-child.ts';
import { decoderVariables } from '../support/decoder-variables.ts';
import { serviceDatabase } from '../support/service-database.ts';

export interface ServiceProcess {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly orgId: string;
  readonly dataDir: string;
  /** The end of what it has printed. */
  readonly said: () => string;
  /** Asks it to end; answers with its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, as the kernel does when memory runs out. The folder stays. */
  kill(): Promise<void>;
}

interface Options {
  /** Of an earlier process, to start again on its state; else a new temporary folder. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Has the service start its own database and find its decoder, as it does for whoever runs it. */
  readonly ownDatabase?: boolean;
}

/** Whether there is a database that suites share. Programs of `bench` have none. */
const hasSharedDatabase = (): boolean => process.env['DYNAMODB_LOCAL_ENDPOINT'] !== undefined;

/**
 * Starts the service as a process of its own on a free port, and waits until it answers. Its tables
 * are in the run's database, where there is one, unless it is to have its own.
 */
export async function startServiceProcess(options: Options = {}): Promise<ServiceProcess> {
  const { ownDatabase = !hasSharedDatabase() } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'video-reader-')));
  const { PATH, HOME } = process.env;
  const child = await startServiceChild({
    PATH,
    HOME,
    PORT: '0',
    DATA_DIR: dataDir,
    ...(ownDatabase ? {} : { ...decoderVariables(), ...(await serviceDatabase(dataDir)) }),
    ...options.env,
  });
  const { api_key, org_id } = JSON.parse(
    await readFile(join(dataDir, 'credentials.json'), 'utf8'),
  ) as { api_key: string; org_id: string };
  return {
    baseUrl: child.baseUrl,
    apiKey: api_key,
    orgId: org_id,
    dataDir,
    said: child.said,
    stop: () => child.end('SIGTERM'),
    kill: async () => void (await child.end('SIGKILL')),
  };
}

/** Removes a folder that no service uses any more. */
export const removeDataDir = (dataDir: string): Promise<void> =>
  rm(dataDir, { recursive: true, force: true, maxRetries: 5 });

/** Kills a service that is no longer needed, with all that it kept. */
export async function endService(service: ServiceProcess): Promise<void> {
  await service.kill();
  await removeDataDir(service.dataDir);
}
