import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { isApiKey } from '../../layers/domain/accounts/api-key.ts';
import { admin as adminHere } from '../support/admin.ts';
import { suiteFolder } from '../support/suite-folder.ts';
import { testTables } from '../support/tables.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

const NewOrg = z.strictObject({ org_id: z.string().startsWith('org_'), api_key: z.string() });
const NewKey = z.strictObject({ key_id: z.string(), api_key: z.string() });
const NewSecret = z.strictObject({ org_id: z.string(), secret: z.string().startsWith('whsec_') });
const NewUser = z.strictObject({
  user_id: z.string().startsWith('usr_'),
  email: z.string(),
  org_id: z.string(),
  role: z.enum(['owner', 'member']),
});
const UserList = z.strictObject({
  users: z.array(z.looseObject({ email: z.string(), role: z.string() })),
});
const Link = z.strictObject({ email: z.string(), link: z.url() });
const KeyList = z.strictObject({
  keys: z.array(z.looseObject({ key_id: z.string(), name: z.string(), last4: z.string() })),
});

const tables = await testTables();
const dataDir = await suiteFolder('admin');

beforeAll(async () => {
  const endpoints = {
    dynamodb: process.env['DYNAMODB_LOCAL_ENDPOINT'],
    records_table: tables.records,
    ledger_table: tables.ledger,
    region: process.env['AWS_REGION'],
    access_key_id: process.env['AWS_ACCESS_KEY_ID'],
    secret_access_key: process.env['AWS_SECRET_ACCESS_KEY'],
  };
  await writeFile(join(dataDir, 'endpoints.json'), JSON.stringify(endpoints));
});

const admin = (command: string, dir = dataDir): Promise<string> =>
  adminHere(command.split(' '), { DATA_DIR: dir });
const adminJson = async (command: string): Promise<unknown> => {
  const output = await admin(`${command} --json`);
  expect(output.trim().split('\n').length).toBe(1);
  return JSON.parse(output);
};

test('the program tells what it did in a line, what is wrong beside it, and which by its exit code', async () => {
  const program = (...args: string[]) =>
    run(process.execPath, ['bin/admin.ts', ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    });
  const { stdout, stderr } = await program('org', 'create', '--json');
  expect(NewOrg.parse(JSON.parse(stdout)).org_id).toMatch(/^org_/);
  expect([stdout.trim().split('\n').length, stderr]).toEqual([1, '']);
  const refusal = { code: 2, stdout: '', stderr: expect.stringContaining('org create') };
  await expect(program('org', 'destroy')).rejects.toMatchObject(refusal);
});

test.each([
  ['RECORDS_TABLE', 'LEDGER_TABLE'],
  ['LEDGER_TABLE', 'RECORDS_TABLE'],
])('%s alone is refused, and the local service is not taken in its place', async (set, missing) => {
  await expect(
    adminHere(['org', 'list'], { DATA_DIR: dataDir, [set]: 'restored' }),
  ).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`${missing} too`),
  });
});

test('an organization is made, given keys and credit, and a key is revoked', async () => {
  const { org_id, api_key } = NewOrg.parse(await adminJson('org create --plan pro --topup 100.5'));
  expect(isApiKey(api_key)).toBe(true);

  const second = NewKey.parse(await adminJson(`key create --org ${org_id} --name laptop`));
  const { keys } = KeyList.parse(await adminJson(`key list --org ${org_id}`));
  expect(keys.map(({ name }) => name)).toEqual(['first', 'laptop']);
  expect(JSON.stringify(keys)).not.toContain(second.api_key.slice(8, 30));
  expect(await adminJson(`key revoke --org ${org_id} --key ${second.key_id}`)).toEqual({
    revoked: true,
  });

  const { secret } = NewSecret.parse(await adminJson(`webhook secret --org ${org_id}`));
  expect(await adminJson(`webhook secret --org ${org_id}`)).toEqual({ org_id, secret });

  await adminJson(`credits grant --org ${org_id} --amount 2.25`);
  expect(await dynamoAccounts(tables.db, tables.ledger).find(org_id)).toMatchObject({
    tier: 'pro',
    topup: 10_275,
    plan: 200_000,
  });
});

test('people are added, given another role, listed and removed, but not the last owner', async () => {
  const { org_id } = NewOrg.parse(await adminJson('org create'));
  const add = async (options: string) =>
    NewUser.parse(await adminJson(`user add --org ${org_id} ${options}`));
  const ada = await add('--email Ada@Example.com --role owner');
  expect(ada).toMatchObject({ email: 'ada@example.com', org_id, role: 'owner' });
  const bob = await add('--email bob@example.com');
  expect(bob.role).toBe('member');
  await expect(admin(`user remove --org ${org_id} --email ada@example.com`)).rejects.toMatchObject({
    stderr: expect.stringContaining('only owner'),
  });
  await expect(
    admin(`user add --org ${org_id} --email ada@example.com --role member`),
  ).rejects.toMatchObject({ stderr: expect.stringContaining('only owner') });
  expect(await add('--email bob@example.com --role owner')).toEqual({ ...bob, role: 'owner' });
  expect(await adminJson(`user remove --org ${org_id} --email ada@example.com`)).toEqual({
    org_id,
    email: 'ada@example.com',
    removed: true,
  });
  const { users } = UserList.parse(await adminJson(`user list --org ${org_id}`));
  expect(users.map(({ email, role }) => [email, role])).toEqual([['bob@example.com', 'owner']]);
  const command = 'user link --email bob@example.com --base-url https://video.example';
  expect(Link.parse(await adminJson(command)).link).toMatch(
    /^https:\/\/video\.example\/signin\/code\?attempt=[\w-]{43}&email=bob%40example\.com&code=\d{6}$/,
  );
});

const REFUSALS = [
  ['user add --org org_none --email a@b.example', 'no organization org_none'],
  ['user add --org org_none --email nonsense', '--email'],
  ['user add --org org_none --email a@b.example --role king', '--role'],
  ['user remove --org org_none --email a@b.example', 'no member'],
  ['user link --email a@b.example --base-url http://localhost', 'nobody'],
  ['org create --plan gold', '--plan'],
  ['credits grant --org org_none --amount 1', 'no organization org_none'],
  ['credits grant --org org_none --amount 1.005', '--amount'],
  ['org destroy', 'org create'],
  ['org show --org org_none', 'no organization org_none'],
  ['org plan --org org_none --plan pro', 'no organization org_none'],
  ['org suspend --org org_none', 'no organization org_none'],
  ['key list --org org_none', 'no organization org_none'],
  ['key revoke --org org_none --key key_x', 'no organization org_none'],
  ['user list --org org_none', 'no organization org_none'],
  ['org list --name x', 'does not take --name'],
  ['credits grant --org org_none --amount 0', '--amount'],
  ['credits grant --org org_none --amount -5', '--amount'],
  ['credits grant --org org_none --amount=-5', '--amount'],
  ['credits ledger --org org_none --limit 0', '--limit'],
  ['org list --nonsense', '--nonsense'],
] as const;
test.each(REFUSALS)('%s is refused in words', async (command, words) => {
  await expect(admin(command)).rejects.toMatchObject({ stderr: expect.stringContaining(words) });
});

test('an organization is named, seen, put on another plan, suspended and resumed', async () => {
  const made = NewOrg.parse(await adminJson('org create --plan free --topup 3 --name acme'));
  const of = `--org ${made.org_id}`;
  expect(await adminJson(`org show ${of}`)).toMatchObject({
    org_id: made.org_id,
    name: 'acme',
    plan: 'free',
    suspended_at: null,
    credits_balance: 60,
    topup_balance: 3,
    tool_balance: 0,
  });
  await adminJson(`org rename ${of} --name acme-films`);
  expect(await adminJson(`org plan ${of} --plan studio`)).toMatchObject({
    name: 'acme-films',
    plan: 'studio',
    credits_balance: 60,
  });
  expect(await adminJson(`org suspend ${of}`)).toMatchObject({ suspended_at: expect.any(String) });
  expect(await adminJson('org list')).toMatchObject({
    organizations: expect.arrayContaining([expect.objectContaining({ name: 'acme-films' })]),
  });
  expect(await adminJson(`org resume ${of}`)).toMatchObject({ suspended_at: null });
});

test('a revoked key that is revoked again is told of, and the ledger is paged', async () => {
  const { org_id } = NewOrg.parse(await adminJson('org create --topup 1'));
  const { key_id } = NewKey.parse(await adminJson(`key create --org ${org_id}`));
  await adminJson(`key revoke --org ${org_id} --key ${key_id}`);
  await expect(admin(`key revoke --org ${org_id} --key ${key_id}`)).rejects.toMatchObject({
    stderr: expect.stringContaining('has no key'),
  });
  const Page = z.object({
    entries: z.array(z.object({ reason: z.string() })),
    next: z.string().nullable(),
  });
  const first = Page.parse(await adminJson(`credits ledger --org ${org_id} --limit 1`));
  const second = Page.parse(
    await adminJson(`credits ledger --org ${org_id} --limit 5 --before ${first.next}`),
  );
  expect([...first.entries, ...second.entries].map(({ reason }) => reason)).toEqual([
    'topup',
    'plan_renewal',
  ]);
  expect(second.next).toBeNull();
});

test('without a running service it says what to start', async () => {
  await expect(admin('org create', join(dataDir, 'none'))).rejects.toMatchObject({
    stderr: expect.stringContaining('npm start'),
  });
});
