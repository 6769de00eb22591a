import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { newAccount } from '../../layers/domain/accounts/account.ts';
import { toHundredths } from '../../layers/domain/accounts/credits.ts';
import { momentOf } from '../../layers/domain/accounts/ledger-moment.ts';
import { renewal, topup } from '../../layers/domain/accounts/movements.ts';
import { testTables } from '../support/tables.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const tables = await testTables();
let count = 0;

async function opened() {
  const accounts = dynamoAccounts(tables.db, tables.ledger);
  count += 1;
  const orgId = `org_${count}`;
  await accounts.open(newAccount(orgId, 'pro', NOW));
  return { accounts, orgId };
}

test('an account can be opened once', async () => {
  const { accounts, orgId } = await opened();
  await expect(accounts.open(newAccount(orgId, 'pro', NOW))).rejects.toThrow();
});

test('an unknown organization has no account', async () => {
  const { accounts } = await opened();
  expect(await accounts.find('org_unknown')).toBeUndefined();
});

test('a posting moves the wallet and leaves an entry with the exact balance', async () => {
  const { accounts, orgId } = await opened();
  await accounts.post(orgId, () => topup('one', 'topup', toHundredths(1.5), NOW));
  await accounts.post(orgId, () => topup('two', 'topup', toHundredths(2), NOW));
  expect(await accounts.find(orgId)).toMatchObject({ topup: 350, last_seq: 2 });
  expect(await accounts.entries(orgId, 10)).toMatchObject([
    { seq: 2, delta: 200, balance_after: 350, reason: 'topup', wallet: 'topup' },
    { seq: 1, delta: 150, balance_after: 150 },
  ]);
});

test('the same posting again moves nothing', async () => {
  const { accounts, orgId } = await opened();
  const post = () => accounts.post(orgId, () => topup('one', 'topup', toHundredths(1), NOW));
  expect(await Promise.all([post(), post(), post()])).toEqual(
    expect.arrayContaining([true, false, false]),
  );
  expect(await accounts.find(orgId)).toMatchObject({ topup: 100, last_seq: 1 });
});

test('a due renewal is written once by many callers at once', async () => {
  const { accounts, orgId } = await opened();
  const elsewhere = dynamoAccounts(tables.db, tables.ledger);
  await Promise.all(
    [accounts, elsewhere, accounts, elsewhere].map((store) =>
      store.post(orgId, (account) => renewal(account, NOW)),
    ),
  );
  expect(await accounts.find(orgId)).toMatchObject({
    plan: 200_000,
    last_seq: 1,
    renews_at: '2026-04-01T12:00:00.000Z',
  });
});

test('entries come newest first, as many as were asked for', async () => {
  const { accounts, orgId } = await opened();
  for (const id of ['a', 'b', 'c']) {
    await accounts.post(orgId, () => topup(id, 'topup', toHundredths(1), NOW));
  }
  expect((await accounts.entries(orgId, 2)).map(({ seq }) => seq)).toEqual([3, 2]);
  expect(await accounts.entries(orgId, 0)).toEqual([]);
});

test('postings of several processes at once all arrive', async () => {
  const { orgId } = await opened();
  const processes = Array.from({ length: 4 }, () => dynamoAccounts(tables.db, tables.ledger));
  await Promise.all(
    processes.flatMap((accounts, process) =>
      Array.from({ length: 8 }, (_, call) =>
        accounts.post(orgId, () => topup(`${process}-${call}`, 'topup', toHundredths(1), NOW)),
      ),
    ),
  );
  const [accounts] = processes;
  expect(await accounts?.find(orgId)).toMatchObject({ topup: 3200, last_seq: 32 });
});

test.each([
  ['of one millisecond', [0, 0, 0, 1, 2000]],
  ['of clocks that differ', [1, 0, 2, 300_000, 299_999]],
  ['of a clock that was set back', [300_000, 300_001, 0, 1, 2]],
])('a ledger is read to its end by the moments of its entries, also %s', async (_, times) => {
  const { accounts, orgId } = await opened();
  for (const [at, time] of times.entries()) {
    await accounts.post(orgId, () =>
      topup(`t${at}`, 'topup', toHundredths(1), new Date(NOW.getTime() + time)),
    );
  }
  for (const limit of [1, 2, 3]) {
    const seen: number[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await accounts.entries(orgId, limit, before);
      const last = page.at(-1);
      if (!last) break;
      expect(page.length).toBeLessThanOrEqual(limit);
      seen.push(...page.map(({ seq }) => seq));
      before = momentOf(last);
    }
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  }
});

test('a ledger is read from any moment on', async () => {
  const { accounts, orgId } = await opened();
  for (const [at, time] of [0, 0, 0, 1, 2000].entries()) {
    await accounts.post(orgId, () =>
      topup(`t${at}`, 'topup', toHundredths(1), new Date(NOW.getTime() + time)),
    );
  }
  const seqs = async (before: string) =>
    (await accounts.entries(orgId, 10, before)).map(({ seq }) => seq);
  expect(await seqs('2026-03-01T12:00:01Z')).toEqual([4, 3, 2, 1]);
  expect(await seqs('2026-03-01T12:00:00Z')).toEqual([]);
});
