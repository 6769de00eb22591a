import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiCaller, apiCaller } from './api-caller.ts';
import { type Oracle, startOracle } from './models/oracle-server.ts';
import { runningService } from './running-service.ts';
import { testService } from './service.ts';
import { type TestTables, testTables } from './tables.ts';

/** A running service whose questions an oracle answers, and somebody who asks them. */
export interface OracleRun {
  readonly oracle: Oracle;
  readonly caller: ApiCaller;
  readonly orgId: string;
  readonly tables: TestTables;
  /** Where a test makes its files. */
  readonly dir: string;
  stop(): Promise<void>;
}

/** @param decoder as of a running service */
export async function oracleRun(
  answer: Oracle['answer'],
  decoder?: NodeJS.ProcessEnv,
): Promise<OracleRun> {
  const oracle = await startOracle(answer);
  Object.assign(process.env, {
    ANSWERER_URL: oracle.url,
    ANSWERER_MODEL: 'oracle',
    TRANSCRIBER: 'none',
  });
  const tables = await testTables();
  const { administer } = testService(tables);
  const { org_id, api_key } = await administer.createOrg('pro', 100_000 as never);
  const service = await runningService(tables, decoder);
  const dir = await mkdtemp(join(tmpdir(), 'oracle-'));
  return {
    oracle,
    caller: apiCaller(service.baseUrl, api_key),
    orgId: org_id,
    tables,
    dir,
    async stop() {
      await service.stop();
      await oracle.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
