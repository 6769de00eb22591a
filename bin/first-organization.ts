import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { dynamoAccounts } from '../layers/adapters/dynamo/accounts/accounts.ts';
import { dynamoKeys } from '../layers/adapters/dynamo/accounts/key-store.ts';
import { documentClient } from '../layers/adapters/dynamo/client.ts';
import { dynamoPeople } from '../layers/adapters/dynamo/identity/people.ts';
import { dynamoWebhookSecrets } from '../layers/adapters/dynamo/webhooks/webhook-secrets.ts';
import { newId, systemClock } from '../layers/adapters/system/clock.ts';
import { sha256 } from '../layers/adapters/system/digest.ts';
import { makeAdminister } from '../layers/app/accounts/administer.ts';
import { toHundredths } from '../layers/domain/accounts/credits.ts';
import { writePrivate } from '../local/data-dir/write-private.ts';
import { peopleOf } from './people.ts';

const Credentials = z.object({
  base_url: z.string(),
  api_key: z.string(),
  org_id: z.string(),
  email: z.string().optional(),
});
type Credentials = z.infer<typeof Credentials>;

const FIRST_TOPUP_CREDITS = 10_000;
const FIRST_OWNER = 'owner@localhost';

/**
 * The organization that the first start makes, with its key and its owner; later starts only
 * refresh its address. An owner who was removed since is not made anew.
 *
 * @throws Error when the file of the first start is damaged: another organization in its place would
 * show none of the videos and credits that there are
 */
export async function firstOrganization(
  path: string,
  baseUrl: string,
  tables: { readonly records: string; readonly ledger: string },
): Promise<Credentials & { signInLink: string | undefined }> {
  const before = await readCredentials(path);
  const db = documentClient();
  const accounts = dynamoAccounts(db, tables.ledger);
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
  const people = peopleOf({ db, ...tables });
  const email = kept?.email ?? FIRST_OWNER;
  const { api_key, org_id } = made;
  if (kept?.email === undefined) await people.add(org_id, email, 'owner');
  const credentials = { base_url: baseUrl, api_key, org_id, email };
  await writePrivate(path, credentials);
  const known = await dynamoPeople(db, tables.records).findByEmail(email);
  const signInLink = known && (await people.signInLink(baseUrl, email));
  db.destroy();
  return { ...credentials, signInLink };
}

/** Undefined before the first start. @throws Error when the file is there and cannot be used */
async function readCredentials(path: string): Promise<Credentials | undefined> {
  try {
    return Credentials.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(
      `${path} cannot be read as the credentials of this folder. Put it right; or delete it, and the next start makes another organization with a key of its own.`,
      { cause: error },
    );
  }
}
