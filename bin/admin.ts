import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { dynamoAccounts } from '../layers/adapters/dynamo/accounts.ts';
import { dynamoKeys } from '../layers/adapters/dynamo/key-store.ts';
import { dynamoWebhookSecrets } from '../layers/adapters/dynamo/webhook-secrets.ts';
import { newId, systemClock } from '../layers/adapters/system/clock.ts';
import { sha256 } from '../layers/adapters/system/digest.ts';
import { makeAdminister } from '../layers/app/accounts/administer.ts';
import { type Hundredths, toHundredths } from '../layers/domain/credits.ts';
import { Role } from '../layers/domain/identity/membership.ts';
import { Email } from '../layers/domain/identity/user.ts';
import { Tier } from '../layers/domain/plans.ts';
import { replayErasures } from './erasures.ts';
import { findTables } from './find-tables.ts';
import { peopleOf } from './people.ts';
import { videosOf } from './videos.ts';

const USAGE = `npm run admin -- <command>

  org create [--plan pro] [--topup 100]            makes an organization and its first key
  key create --org org_… [--name laptop]           makes a key; it is shown this once
  key list --org org_…
  key revoke --org org_… --key key_…
  user add --org org_… --email E [--role owner|member]
  user list --org org_…
  user remove --org org_… --email E                ends the membership, sessions and connections there
  user link --email E [--base-url URL]             an address that signs in once, within an hour
  video show --org org_… --video vid_…             what it is read from, and where its master lies
  video restore --org org_… --video vid_…          reads it from its master again, within 7 days of its copy
  replay-erasures                                  erases anew what restored tables brought back
  webhook secret --org org_…                       what receivers verify webhooks with
  credits grant --org org_… --amount 100 [--wallet topup|tool]

  --json  prints one line of JSON

Works on the local service of DATA_DIR (.local), or with RECORDS_TABLE and LEDGER_TABLE (for
videos and erasures BUCKET too) set on those, with the credentials of the environment.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    plan: { type: 'string' },
    topup: { type: 'string' },
    org: { type: 'string' },
    name: { type: 'string' },
    key: { type: 'string' },
    video: { type: 'string' },
    amount: { type: 'string' },
    wallet: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string' },
    'base-url': { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

/** A credit amount as a person writes it, in whole hundredths. */
const Amount = z.coerce
  .number()
  .min(0)
  .max(1e9)
  .multipleOf(0.01)
  .transform((credits): Hundredths => toHundredths(credits));

function option<S extends z.ZodType>(name: keyof typeof values, schema: S): z.output<S> {
  const result = schema.safeParse(values[name]);
  if (result.success) return result.data;
  throw new Error(`--${name}: ${result.error.issues[0]?.message ?? 'is not valid'}`);
}
const orgId = () => option('org', z.string().startsWith('org_'));

const videoId = () => option('video', z.string().startsWith('vid_'));
const email = () => option('email', Email);

async function administration() {
  const tables = await findTables(process.env);
  const { db, records, ledger } = tables;
  const organizations = makeAdminister({
    accounts: dynamoAccounts(db, ledger),
    keys: dynamoKeys(db, records),
    webhookSecrets: dynamoWebhookSecrets(db, records),
    digest: sha256,
    random: randomBytes,
    now: systemClock,
    newId,
  });
  return {
    replayErasures: () => replayErasures(tables, process.env),
    organizations,
    people: peopleOf(tables),
    videos: videosOf(tables, process.env),
    baseUrl: tables.baseUrl,
  };
}
type Administration = Awaited<ReturnType<typeof administration>>;

const COMMANDS: Readonly<Record<string, (by: Administration) => Promise<object>>> = {
  'org create': ({ organizations }) =>
    organizations.createOrg(
      option('plan', Tier.default('free')),
      option('topup', Amount.default(0 as Hundredths)),
    ),
  'key create': async ({ organizations }) => {
    const { key_id, key } = await organizations.createKey(
      orgId(),
      option('name', z.string().min(1).max(100).default('unnamed')),
    );
    return { key_id, api_key: key };
  },
  'key list': async ({ organizations }) => ({ keys: await organizations.listKeys(orgId()) }),
  'key revoke': async ({ organizations }) => ({
    revoked: await organizations.revokeKey(orgId(), option('key', z.string().startsWith('key_'))),
  }),
  'user add': ({ people }) => people.add(orgId(), email(), option('role', Role.default('member'))),
  'user list': ({ people }) => people.list(orgId()),
  'user remove': ({ people }) => people.remove(orgId(), email()),
  'user link': async ({ people, baseUrl }) => ({
    email: email(),
    link: await people.signInLink(option('base-url', z.url().default(baseUrl ?? '')), email()),
  }),
  'video show': ({ videos }) => videos.show(orgId(), videoId()),
  'video restore': ({ videos }) => videos.restore(orgId(), videoId()),
  'replay-erasures': ({ replayErasures }) => replayErasures(),
  'webhook secret': async ({ organizations }) => ({
    org_id: orgId(),
    secret: await organizations.webhookSecret(orgId()),
  }),
  'credits grant': async ({ organizations }) => {
    const wallet = option('wallet', z.enum(['topup', 'tool']).default('topup'));
    const amount = option('amount', Amount);
    await organizations.grant(orgId(), wallet, amount);
    return { org_id: orgId(), wallet, granted: amount / 100 };
  },
};

try {
  const command = values.help ? undefined : COMMANDS[positionals.join(' ')];
  if (command) {
    const result = await command(await administration());
    console.log(values.json ? JSON.stringify(result) : JSON.stringify(result, null, 2));
  } else {
    console.error(USAGE);
    process.exitCode = values.help ? 0 : 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
