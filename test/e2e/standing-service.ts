import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findTables } from '../../bin/find-tables.ts';
import { decoderVariables } from '../support/decoder-variables.ts';
import { testService } from '../support/service.ts';
import { serviceDatabase } from '../support/service-database.ts';
import { PID_FILE, standingFolder } from '../support/standing-folder.ts';

/** A service that other suites use as well: nobody stops, kills or configures it. */
export interface StandingService {
  readonly baseUrl: string;
  /** Of an organization of the suite's own. */
  readonly apiKey: string;
  readonly orgId: string;
  /**
   * Holds the suite's credentials and where the tables are, for our programs to find; for the
   * suite's files, too.
   */
  readonly dataDir: string;
  /** Where the service keeps its own. */
  readonly serviceDir: string;
  /** What the service has printed, at the level DEBUG; of the calls of all suites. */
  said(): Promise<string>;
}

const ROOT = join(import.meta.dirname, '../..');
const POLL_MS = 50;
const ENDED = 'ended';
const SAID = 'said';
/** What suites ask of it together; each is a setting that changes nothing for the others. */
const SETTINGS = {
  PORT: '0',
  ALLOW_PRIVATE_SOURCES: '1',
  LOG_LEVEL: 'DEBUG',
  TRANSCRIBER: 'none',
  ANSWERER: 'evidence',
};
const BOUGHT = 1_000_000;

/**
 * The service of this run, which the first suite that asks for it starts and global teardown ends,
 * and an organization in it.
 */
export async function standingService(): Promise<StandingService> {
  const folder = standingFolder();
  const first = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (first) await start(folder);
  const baseUrl = await addressOf(folder);
  const serviceDir = join(folder, 'data');
  const tables = await findTables({ DATA_DIR: serviceDir });
  const { administer } = testService(tables);
  const { org_id: orgId, api_key: apiKey } = await administer.createOrg('studio', BOUGHT as never);
  const dataDir = await mkdtemp(join(tmpdir(), 'standing-'));
  const credentials = { base_url: baseUrl, api_key: apiKey, org_id: orgId };
  await writeFile(join(dataDir, 'credentials.json'), JSON.stringify(credentials));
  await copyFile(join(serviceDir, 'endpoints.json'), join(dataDir, 'endpoints.json'));
  const said = () => readFile(join(folder, SAID), 'utf8');
  return { baseUrl, apiKey, orgId, dataDir, serviceDir, said };
}

/** Its output goes to a file: a pipe would end with the suite that started it. */
async function start(folder: string): Promise<void> {
  const said = await open(join(folder, SAID), 'w');
  const { PATH, HOME } = process.env;
  const dataDir = join(folder, 'data');
  const database = await serviceDatabase(dataDir);
  const service = spawn(process.execPath, [join(ROOT, 'bin/local.ts')], {
    env: { PATH, HOME, ...decoderVariables(), ...database, ...SETTINGS, DATA_DIR: dataDir },
    stdio: ['ignore', said.fd, said.fd],
  });
  service.once('exit', () => writeFileSync(join(folder, ENDED), ''));
  await writeFile(join(folder, PID_FILE), String(service.pid));
  await said.close();
}

/** @throws Error with what the service said when it ended instead */
async function addressOf(folder: string): Promise<string> {
  for (;;) {
    const said = await readFile(join(folder, SAID), 'utf8').catch(() => '');
    const address = /ready at (https?:\S+)/.exec(said)?.[1];
    if (address !== undefined) return address;
    if (existsSync(join(folder, ENDED))) throw new Error(`the service ended: ${said}`);
    await wait(POLL_MS);
  }
}
