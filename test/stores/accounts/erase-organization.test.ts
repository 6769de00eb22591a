import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoAccountDirectory } from '../../../layers/adapters/dynamo/accounts/account-directory.ts';
import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts/accounts.ts';
import { dynamoCallCounter } from '../../../layers/adapters/dynamo/accounts/call-counter.ts';
import { dynamoOrganizationRows } from '../../../layers/adapters/dynamo/accounts/organization-rows.ts';
import { dynamoPasskeys } from '../../../layers/adapters/dynamo/identity/passkeys.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { dynamoSessions } from '../../../layers/adapters/dynamo/identity/sessions.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/jobs/job-intake.ts';
import { dynamoJobRuns } from '../../../layers/adapters/dynamo/jobs/job-runs.ts';
import { dynamoConnections } from '../../../layers/adapters/dynamo/oauth/connections.ts';
import { dynamoOAuthRecords } from '../../../layers/adapters/dynamo/oauth/oauth-records.ts';
import { dynamoUsedTickets } from '../../../layers/adapters/dynamo/uploads/used-tickets.ts';
import { dynamoErasures } from '../../../layers/adapters/dynamo/videos/erasures.ts';
import { dynamoRestoredRows } from '../../../layers/adapters/dynamo/videos/restored-rows.ts';
import {
  makeEraseOrganization,
  makeEraseOrganizationAnew,
} from '../../../layers/app/accounts/erase-organization.ts';
import { makeOversee } from '../../../layers/app/accounts/oversee.ts';
import { makeSweepErasures } from '../../../layers/app/videos/erase-video.ts';
import { makeReplayErasures } from '../../../layers/app/videos/replay-erasures.ts';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { toHundredths } from '../../../layers/domain/accounts/credits.ts';
import { charge } from '../../../layers/domain/accounts/movements.ts';
import { accountName } from '../../../layers/domain/oauth/account-name.ts';
import { questionService } from '../../support/question-service.ts';
import { signedIn } from '../../support/signed-in.ts';
import { otherProcess, testTables } from '../../support/tables.ts';

const tables = await testTables();
let service: ReturnType<typeof questionService>;

beforeAll(() => {
  service = questionService(tables);
});

function deps(db: DynamoDBDocumentClient = tables.db) {
  const { records, ledger } = tables;
  return {
    erasures: dynamoErasures(db, records),
    erased: service.erased,
    jobs: dynamoJobIntake(db, records),
    runs: dynamoJobRuns(db, { records, ledger }),
    artifacts: service.artifacts,
    accounts: dynamoAccounts(db, ledger),
    directory: dynamoAccountDirectory(db, ledger),
    organizationRows: dynamoOrganizationRows(db, { records, ledger }),
    people: dynamoPeople(db, records),
    sessions: dynamoSessions(db, records),
    passkeys: dynamoPasskeys(db, records),
    connections: dynamoConnections(db, records, now),
    now,
  };
}
const now = () => service.clock.now;
const erase = (orgId: string, db?: DynamoDBDocumentClient) =>
  makeEraseOrganization(deps(db))(orgId, { withLedger: false });
const eraseWithLedger = (orgId: string) =>
  makeEraseOrganization(deps())(orgId, { withLedger: true });
/** The sweep of erasures, once workers have noticed that their jobs are gone. */
async function sweep(): Promise<void> {
  service.clock.now = new Date(now().getTime() + 3600_000);
  await makeSweepErasures(deps())();
}

const scan = async (TableName: string) =>
  (await tables.db.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? [];
const text = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(row, (_, value) => (value instanceof Set ? [...value] : value)));

/** All that is kept, but the ledger: a text for each row and each object's key. */
const kept = async () => [...text(await scan(tables.records)), ...service.artifacts.objects.keys()];

/** An organization that has something of every kind. */
async function richOrganization() {
  const caller: Principal = await service.caller('pro');
  const { orgId } = caller;
  const { db, records } = tables;
  const owner = await signedIn(tables, orgId);
  await dynamoPasskeys(db, records).add(
    {
      credential_id: `device of ${owner.user_id}`,
      user_id: owner.user_id,
      public_key: '',
      counter: 0,
      transports: [],
      created_at: now().toISOString(),
      last_used_at: null,
    },
    1,
  );
  const sent = await service.receiveUpload(caller, `film of ${orgId}`, 'Secret title.mp4', {
    webhookUrl: 'https://receiver.example/hook',
  });
  const { upload_id } = sent;
  await service.frames(caller, { upload_id, idempotency_key: 'once' });
  await service.createBatch(caller, { items: [{ upload_id, question: 'Who is the heir?' }] });
  await service.workOff();
  await service.frames(caller, { url: 'https://media.example/talk.mp4', sync: false });
  await service.frames(caller, { upload_id, detail: 'overview', sync: false });
  await dynamoUsedTickets(db, records).use(orgId, 'nonce', new Date(now().getTime() + 60_000));
  await dynamoCallCounter(db, records).count(orgId, now().toISOString());
  await connect(orgId, owner.user_id);
  return { orgId, owner };
}

/** What a program that was connected by OAuth leaves behind. */
async function connect(orgId: string, userId: string): Promise<void> {
  const { db, records } = tables;
  const grantId = `con_${userId}`;
  const oauth = dynamoOAuthRecords(db, records, now);
  const payload = { accountId: accountName({ orgId, userId }) };
  const expires = Math.floor(now().getTime() / 1000) + 86_400;
  await oauth.save('Grant', grantId, { payload, expires });
  await dynamoConnections(db, records, now).add(
    {
      connection_id: grantId,
      org_id: orgId,
      user_id: userId,
      client_id: 'program',
      client_name: 'Program',
      redirect_host: 'program.example',
      scopes: ['video:read'],
      created_at: now().toISOString(),
    },
    expires,
  );
  await oauth.save('RefreshToken', `token of ${userId}`, { payload, expires, grantId });
  await oauth.save('Interaction', `form of ${userId}`, { payload, expires });
}

/** A client of the tables that breaks off after so many writes, as a process that is killed. */
function cutAfter(writes: number): DynamoDBDocumentClient {
  const { db } = otherProcess(tables);
  let left = writes;
  db.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (/^(Delete|Update|Put|Transact)/.test(commandName)) {
          if (left === 0) throw new Error('killed');
          left -= 1;
        }
        return next(args);
      },
    { step: 'initialize' },
  );
  return db;
}

test('an organization goes with all that it has; its neighbour keeps everything', async () => {
  const gone = await richOrganization();
  const neighbour = await richOrganization();
  const { people } = deps();
  const created_at = now().toISOString();
  await people.join({
    org_id: gone.orgId,
    user_id: neighbour.owner.user_id,
    role: 'member',
    created_at,
  });
  const before = (await kept()).filter((one) => one.includes(neighbour.orgId));
  const ledgerBefore = await service.accounts.entries(neighbour.orgId, 100);

  const erased = await erase(gone.orgId);
  expect(erased).toMatchObject({ org_id: gone.orgId, people_forgotten: 1, ledger: 'kept' });
  expect(erased.videos).toBeGreaterThan(1);
  const left = await kept();
  const traces = [gone.orgId, gone.owner.user_id, gone.owner.email];
  for (const trace of traces) expect(left.filter((one) => one.includes(trace))).toEqual([]);

  const person = JSON.stringify(`USER#${neighbour.owner.user_id}`);
  const others = (rows: string[]) =>
    new Set(rows.filter((row) => !(row.includes(person) && row.includes('"sk":"USER"'))));
  expect(others(left.filter((one) => one.includes(neighbour.orgId)))).toEqual(others(before));
  expect(await people.membershipsOf(neighbour.owner.user_id)).toMatchObject([
    { org_id: neighbour.orgId, role: 'owner' },
  ]);
  expect(await service.accounts.entries(neighbour.orgId, 100)).toEqual(ledgerBefore);
});

test('its ledger is a book of amounts without a name', async () => {
  const { orgId } = await richOrganization();
  const { directory } = deps();
  await directory.change(orgId, { name: 'Ada Lovelace' });
  await erase(orgId);
  const rows = text(await scan(tables.ledger)).filter((row) => row.includes(orgId));
  expect(rows.join()).not.toContain('Ada Lovelace');
  const entries = await service.accounts.entries(orgId, 100);
  const account = await deps().accounts.find(orgId);
  expect(account).toMatchObject({
    topup: entries.find((e) => e.wallet === 'topup')?.balance_after,
  });

  const { administer } = service;
  const said = new RegExp(`${orgId} was erased`);
  await expect(administer.createKey(orgId, 'again')).rejects.toThrow(said);
  const oversee = makeOversee({ ...deps(), accounts: service.accounts });
  await expect(oversee.resume(orgId)).rejects.toThrow(said);
  expect(await oversee.show(orgId)).toMatchObject({ name: null, erased_at: expect.any(String) });
});

test('with its ledger, no row of it is left in any table', async () => {
  const { orgId } = await richOrganization();
  expect(await eraseWithLedger(orgId)).toMatchObject({ ledger: 'deleted' });
  expect([...(await kept()), ...text(await scan(tables.ledger))].join()).not.toContain(orgId);
  await expect(erase(orgId)).rejects.toThrow(`there is no organization ${orgId}`);
});

test('an erasure that is killed again and again is brought to its end by repeats', async () => {
  const { orgId, owner } = await richOrganization();
  let kills = 0;
  for (let writes = 0; ; writes += 3) {
    try {
      await erase(orgId, cutAfter(writes));
      break;
    } catch (error) {
      expect(error).toMatchObject({ message: 'killed' });
      kills += 1;
    }
  }
  expect(kills).toBeGreaterThan(3);
  await sweep();
  const left = await kept();
  for (const trace of [orgId, owner.user_id, owner.email])
    expect(left.filter((one) => one.includes(trace))).toEqual([]);
  expect((await deps().accounts.find(orgId))?.erased_at).toBeDefined();
});

test('its videos go without a look at the batches that wait, of which it may have hundreds', async () => {
  const caller = await service.caller('free');
  const items: { upload_id: string; question: string }[] = [];
  for (const film of ['one', 'two', 'three']) {
    const { upload_id } = await service.receiveUpload(caller, `${film} of ${caller.orgId}`);
    items.push({ upload_id, question: 'Who is the heir?' });
  }
  await service.createBatch(caller, { items });
  const { db } = otherProcess(tables);
  const looks: unknown[] = [];
  db.middlewareStack.add(
    (next, { commandName }) =>
      ({ input }) => {
        const isLook = commandName === 'QueryCommand';
        if (isLook && JSON.stringify(input).includes('BATCHITEM#')) looks.push(input);
        return next({ input });
      },
    { step: 'initialize' },
  );
  expect((await erase(caller.orgId, db)).videos).toBe(3);
  expect(looks).toEqual([]);
});

test('a running job is ended with its refund, and what its worker still stores is cleared', async () => {
  const caller = await service.caller('pro');
  const { upload_id, video } = await service.receiveUpload(caller, 'film at work');
  const { body } = await service.frames(caller, { upload_id, sync: false });
  const run = { orgId: caller.orgId, jobId: body.job_id, run: 'run' };
  await service.runs.start(run, now(), new Date(now().getTime() + 60_000));
  const price = {
    jobId: body.job_id,
    wallet: 'topup',
    price: toHundredths(1),
    reason: 'frames',
  } as const;
  const change = { detail: 'standard', cacheHit: false };
  await service.runs.charge(run, (account) => charge(account, price, now()), change);
  const { cleared_at } = await erase(caller.orgId);
  expect(cleared_at).not.toBeNull();
  const entries = await service.accounts.entries(caller.orgId, 2);
  expect(entries.map(({ reason, delta }) => [reason, delta])).toEqual([
    ['refund', 100],
    ['frames', -100],
  ]);
  const late = `orgs/${caller.orgId}/videos/${video.id}/late.jpg`;
  await service.artifacts.put(late, new Uint8Array(1), 'image/jpeg');
  await sweep();
  expect((await kept()).join()).not.toContain(caller.orgId);
});

test('what a restored table brings back of it is erased anew', async () => {
  const { orgId } = await richOrganization();
  const key = await service.administer.createKey(orgId, 'kept in the backup');
  const backup = await scan(tables.records);
  await erase(orgId);
  for (const Item of backup)
    await tables.db.send(new PutCommand({ TableName: tables.records, Item }));
  expect((await kept()).join()).toContain(key.key_id);
  const replay = makeReplayErasures({
    ...deps(),
    rows: dynamoRestoredRows(tables.db, tables.records),
    eraseOrganization: makeEraseOrganizationAnew(deps()),
  });
  expect(await replay()).toMatchObject({ organizations: 1 });
  expect((await kept()).join()).not.toContain(orgId);
});
