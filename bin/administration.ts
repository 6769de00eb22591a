import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { dynamoAccountDirectory } from '../layers/adapters/dynamo/accounts/account-directory.ts';
import { dynamoAccounts } from '../layers/adapters/dynamo/accounts/accounts.ts';
import { dynamoKeys } from '../layers/adapters/dynamo/accounts/key-store.ts';
import { dynamoWebhookSecrets } from '../layers/adapters/dynamo/webhooks/webhook-secrets.ts';
import { newId, systemClock } from '../layers/adapters/system/clock.ts';
import { sha256 } from '../layers/adapters/system/digest.ts';
import { makeAdminister } from '../layers/app/accounts/administer.ts';
import { makeOversee } from '../layers/app/accounts/oversee.ts';
import { type Hundredths, toHundredths } from '../layers/domain/accounts/credits.ts';
import { Tier } from '../layers/domain/accounts/plans.ts';
import { Role } from '../layers/domain/identity/membership.ts';
import { Email } from '../layers/domain/identity/user.ts';
import { OPTIONS, USAGE } from './admin-usage.ts';
import type { eraseOrganization } from './erasures.ts';
import { findTables } from './find-tables.ts';
import { peopleOf } from './people.ts';

/** A credit amount as a person writes it, in whole hundredths. */
const amountFrom = (least: number) =>
  z.coerce
    .number()
    .min(least)
    .max(1e9)
    .multipleOf(0.01)
    .transform((credits): Hundredths => toHundredths(credits));

const Name = z.string().min(1).max(100);

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** What is read of the options that were given. */
function optionsOf(values: Values) {
  function option<S extends z.ZodType>(name: keyof Values, schema: S): z.output<S> {
    const result = schema.safeParse(values[name]);
    if (result.success) return result.data;
    throw new Error(`--${name}: ${result.error.issues[0]?.message ?? 'is not valid'}`);
  }
  return {
    option,
    orgId: () => option('org', z.string().startsWith('org_')),
    videoId: () => option('video', z.string().startsWith('vid_')),
    email: () => option('email', Email),
  };
}
type Options = ReturnType<typeof optionsOf>;

async function administration(env: NodeJS.ProcessEnv) {
  const tables = await findTables(env);
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
  const overseen = makeOversee({
    accounts: dynamoAccounts(db, ledger),
    directory: dynamoAccountDirectory(db, ledger),
    now: systemClock,
  });
  return {
    overseen,
    // Most commands need no store of objects, whose client takes as long to load as all the rest.
    replayErasures: async () => (await import('./erasures.ts')).replayErasures(tables, env),
    exported: async (org: string, dir: string) =>
      (await import('./export.ts')).exportOrganization(tables, env, org, dir),
    erased: async (org: string, how: Parameters<typeof eraseOrganization>[3]) =>
      (await import('./erasures.ts')).eraseOrganization(tables, env, org, how),
    videos: async () => (await import('./videos.ts')).videosOf(tables, env),
    organizations,
    people: peopleOf(tables),
    baseUrl: tables.baseUrl,
  };
}
type Administration = Awaited<ReturnType<typeof administration>>;

/** Credits that an examination takes at most. */
const EXAMINATION = toHundredths(1);

/** The organization that is examined with, made at the first time, with credit for one more. */
async function patientOf({ overseen, organizations }: Administration): Promise<string> {
  const known = (await overseen.list()).find(({ name }) => name === 'doctor');
  const org_id =
    known?.org_id ?? (await organizations.createOrg('free', 0 as Hundredths, 'doctor')).org_id;
  await organizations.grant(org_id, 'topup', EXAMINATION);
  return org_id;
}

interface Command {
  /** What it takes; another option is refused before anything is done. */
  readonly options: readonly (keyof typeof OPTIONS)[];
  readonly run: (by: Administration, given: Options) => Promise<object>;
}
const taking = (options: Command['options'], run: Command['run']): Command => ({ options, run });

const COMMANDS: Readonly<Record<string, Command>> = {
  'org create': taking(['plan', 'topup', 'name'], ({ organizations }, { option }) =>
    organizations.createOrg(
      option('plan', Tier.default('free')),
      option('topup', amountFrom(0).default(0 as Hundredths)),
      option('name', Name.optional()),
    ),
  ),
  'org list': taking([], async ({ overseen }) => ({ organizations: await overseen.list() })),
  'org show': taking(['org'], ({ overseen }, { orgId }) => overseen.show(orgId())),
  'org rename': taking(['org', 'name'], ({ overseen }, { option, orgId }) =>
    overseen.rename(orgId(), option('name', Name)),
  ),
  'org plan': taking(['org', 'plan'], ({ overseen }, { option, orgId }) =>
    overseen.changePlan(orgId(), option('plan', Tier)),
  ),
  'org suspend': taking(['org'], ({ overseen }, { orgId }) => overseen.suspend(orgId())),
  'org resume': taking(['org'], ({ overseen }, { orgId }) => overseen.resume(orgId())),
  'org export': taking(['org', 'dir'], ({ exported }, { option, orgId }) =>
    exported(orgId(), option('dir', z.string().min(1))),
  ),
  'org erase': taking(['org', 'repeat', 'with-ledger'], ({ erased }, { option, orgId }) =>
    erased(orgId(), {
      repeated: option('repeat', z.string().optional()),
      withLedger: option('with-ledger', z.boolean().default(false)),
    }),
  ),
  'key create': taking(['org', 'name'], async ({ organizations }, { option, orgId }) => {
    const { key_id, key } = await organizations.createKey(
      orgId(),
      option('name', Name.default('unnamed')),
    );
    return { key_id, api_key: key };
  }),
  'key list': taking(['org'], async ({ organizations }, { orgId }) => ({
    keys: await organizations.listKeys(orgId()),
  })),
  'key revoke': taking(['org', 'key'], async ({ organizations }, { option, orgId }) => {
    await organizations.revokeKey(orgId(), option('key', z.string().startsWith('key_')));
    return { revoked: true };
  }),
  'user add': taking(['org', 'email', 'role'], ({ people }, { option, orgId, email }) =>
    people.add(orgId(), email(), option('role', Role.optional())),
  ),
  'user list': taking(['org'], ({ people }, { orgId }) => people.list(orgId())),
  'user remove': taking(['org', 'email'], ({ people }, { orgId, email }) =>
    people.remove(orgId(), email()),
  ),
  'user link': taking(['email', 'base-url'], async ({ people, baseUrl }, { option, email }) => ({
    email: email(),
    link: await people.signInLink(option('base-url', z.url().default(baseUrl ?? '')), email()),
  })),
  'video show': taking(['org', 'video'], async ({ videos }, { orgId, videoId }) =>
    (await videos()).show(orgId(), videoId()),
  ),
  'video restore': taking(['org', 'video'], async ({ videos }, { orgId, videoId }) =>
    (await videos()).restore(orgId(), videoId()),
  ),
  doctor: taking(['base-url'], async (by, { option }) => {
    const baseUrl = option('base-url', z.url().default(by.baseUrl ?? ''));
    const patient = await patientOf(by);
    const { key_id, key } = await by.organizations.createKey(patient, 'doctor');
    try {
      const { examine } = await import('./doctor.ts');
      return await examine({ baseUrl: baseUrl.replace(/\/+$/, ''), apiKey: key });
    } finally {
      await by.organizations.revokeKey(patient, key_id);
    }
  }),
  'replay-erasures': taking([], ({ replayErasures }) => replayErasures()),
  'webhook secret': taking(['org'], async ({ organizations }, { orgId }) => ({
    org_id: orgId(),
    secret: await organizations.webhookSecret(orgId()),
  })),
  'credits grant': taking(
    ['org', 'amount', 'wallet'],
    async ({ organizations }, { option, orgId }) => {
      const wallet = option('wallet', z.enum(['topup', 'tool']).default('topup'));
      const amount = option('amount', amountFrom(0.01));
      await organizations.grant(orgId(), wallet, amount);
      return { org_id: orgId(), wallet, granted: amount / 100 };
    },
  ),
  'credits ledger': taking(['org', 'limit', 'before'], ({ overseen }, { option, orgId }) =>
    overseen.ledger(
      orgId(),
      option('limit', z.coerce.number().int().min(1).max(1000).default(50)),
      option('before', z.iso.datetime().optional()),
    ),
  ),
};

function requireNoOther(command: string, values: Values, options: readonly string[]): void {
  const other = Object.keys(values).find((name) => ![...options, 'json'].includes(name));
  if (other !== undefined) throw new Error(`${command} does not take --${other}`);
}

/** Where words for a person go. */
interface Saying {
  readonly say: (text: string) => void;
  readonly complain: (text: string) => void;
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Does what a person asks on the command line.
 * @param args as they stand behind the name of the program
 * @returns the exit code: 1 where it failed, 2 where it was not understood
 */
export async function administer(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { say, complain }: Saying = { say: console.log, complain: console.error },
): Promise<number> {
  let given: { values: Values; positionals: string[] };
  try {
    given = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    complain(wordsOf(error));
    return 2;
  }
  const { values, positionals } = given;
  const name = positionals.join(' ');
  const command = values.help ? undefined : COMMANDS[name];
  if (!command) {
    complain(USAGE);
    return values.help ? 0 : 2;
  }
  try {
    requireNoOther(name, values, command.options);
    const result = await command.run(await administration(env), optionsOf(values));
    say(values.json ? JSON.stringify(result) : JSON.stringify(result, null, 2));
    return 'healthy' in result && !result.healthy ? 1 : 0;
  } catch (error) {
    complain(wordsOf(error));
    return 1;
  }
}
