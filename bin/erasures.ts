import { createInterface } from 'node:readline/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoAccountDirectory } from '../layers/adapters/dynamo/accounts/account-directory.ts';
import { dynamoAccounts } from '../layers/adapters/dynamo/accounts/accounts.ts';
import { dynamoOrganizationRows } from '../layers/adapters/dynamo/accounts/organization-rows.ts';
import { dynamoPasskeys } from '../layers/adapters/dynamo/identity/passkeys.ts';
import { dynamoPeople } from '../layers/adapters/dynamo/identity/people.ts';
import { dynamoSessions } from '../layers/adapters/dynamo/identity/sessions.ts';
import { dynamoJobIntake } from '../layers/adapters/dynamo/jobs/job-intake.ts';
import { dynamoJobRuns } from '../layers/adapters/dynamo/jobs/job-runs.ts';
import { dynamoConnections } from '../layers/adapters/dynamo/oauth/connections.ts';
import { dynamoErasures } from '../layers/adapters/dynamo/videos/erasures.ts';
import { dynamoRestoredRows } from '../layers/adapters/dynamo/videos/restored-rows.ts';
import { s3Artifacts } from '../layers/adapters/s3/artifacts.ts';
import { s3ErasedIds } from '../layers/adapters/s3/erased-ids.ts';
import { systemClock } from '../layers/adapters/system/clock.ts';
import {
  type ErasedOrganization,
  makeEraseOrganization,
  makeEraseOrganizationAnew,
} from '../layers/app/accounts/erase-organization.ts';
import { makeReplayErasures, type Replayed } from '../layers/app/videos/replay-erasures.ts';
import { findObjects } from './find-objects.ts';

interface Tables {
  readonly db: DynamoDBDocumentClient;
  readonly records: string;
  readonly ledger: string;
}

/**
 * Erases anew what tables restored from a backup brought back.
 * @throws Error in words for a person when the bucket is not known
 */
export async function replayErasures(tables: Tables, env: NodeJS.ProcessEnv): Promise<Replayed> {
  const deps = await erasing(tables, env);
  return makeReplayErasures({
    ...deps,
    rows: dynamoRestoredRows(tables.db, tables.records),
    eraseOrganization: makeEraseOrganizationAnew(deps),
  })();
}

/**
 * Erases an organization for good.
 * @param repeated its id once more; asked for at a terminal when it is not given
 * @throws Error in words for a person
 */
export async function eraseOrganization(
  tables: Tables,
  env: NodeJS.ProcessEnv,
  orgId: string,
  { repeated, withLedger }: { repeated: string | undefined; withLedger: boolean },
): Promise<ErasedOrganization> {
  const deps = await erasing(tables, env);
  if ((repeated ?? (await askFor(orgId))) !== orgId) {
    throw new Error(
      `Nothing was erased. All that ${orgId} has goes for good: give its id once more, as --repeat ${orgId}.`,
    );
  }
  return makeEraseOrganization(deps)(orgId, { withLedger });
}

async function askFor(orgId: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(`All that ${orgId} has goes for good. Its id once more: `);
  } finally {
    terminal.close();
  }
}

async function erasing({ db, records, ledger }: Tables, env: NodeJS.ProcessEnv) {
  const { client, bucket } = await findObjects(env);
  return {
    erasures: dynamoErasures(db, records),
    erased: s3ErasedIds(client, bucket),
    jobs: dynamoJobIntake(db, records),
    runs: dynamoJobRuns(db, { records, ledger }),
    artifacts: s3Artifacts(client, bucket),
    accounts: dynamoAccounts(db, ledger),
    directory: dynamoAccountDirectory(db, ledger),
    organizationRows: dynamoOrganizationRows(db, { records, ledger }),
    people: dynamoPeople(db, records),
    sessions: dynamoSessions(db, records),
    passkeys: dynamoPasskeys(db, records),
    connections: dynamoConnections(db, records, systemClock),
    now: systemClock,
  };
}
