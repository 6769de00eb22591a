import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { dynamoAccounts } from '../layers/adapters/dynamo/accounts.ts';
import { documentClient } from '../layers/adapters/dynamo/client.ts';
import { dynamoKeys } from '../layers/adapters/dynamo/key-store.ts';
import { dynamoWebhookSecrets } from '../layers/adapters/dynamo/webhook-secrets.ts';
import { newId, systemClock } from '../layers/adapters/system/clock.ts';
import { sha256 } from '../layers/adapters/system/digest.ts';
import { makeAdminister } from '../layers/app/accounts/administer.ts';
import { toHundredths } from '../layers/domain/credits.ts';
import { writePrivate } from '../local/write-private.ts';

const Credentials = z.object({ base_url: z.string(), api_key: z.string(), org_id: z.string() });
type Credentials = z.infer<typeof Credentials>;

const FIRST_TOPUP_CREDITS = 10_000;

/** The organization that the first start makes, with its key; later starts only refresh its address. */
export async function firstOrganization(
  path: string,
  baseUrl: string,
  tables: { readonly records: string; readonly ledger: string },
): Promise<Credentials> {
  const db = documentClient();
  const accounts = dynamoAccounts(db, tables.ledger);
  const before = await readCredentials(path);
  // A key of a database that was thrown away opens nothing.
  const kept = before && (await accounts.find(before.org_id)) ? before : undefined;
  const made =
    kept ??
    (await makeAdminister({
      accounts,
      keys: dynamoKeys(db, tables.records),
      webhookSecrets: dynamoWebhookSecrets(db, tables.records),
      digest: sha256,
      random: randomBytes,
      now: systemClock,
      newId,
    }).createOrg('studio', toHundredths(FIRST_TOPUP_CREDITS)));
  const credentials = { base_url: baseUrl, api_key: made.api_key, org_id: made.org_id };
  await writePrivate(path, credentials);
  db.destroy();
  return credentials;
}

async function readCredentials(path: string): Promise<Credentials | undefined> {
  try {
    return Credentials.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
