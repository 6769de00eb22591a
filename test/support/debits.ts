import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import * as keys from '../../layers/adapters/dynamo/keys.ts';
import { LedgerRow } from '../../layers/domain/accounts/account.ts';
import type { Principal } from '../../layers/domain/accounts/credential.ts';
import type { Hundredths } from '../../layers/domain/accounts/credits.ts';
import { charge, spendable, topup } from '../../layers/domain/accounts/movements.ts';
import { DomainError } from '../../layers/domain/errors.ts';
import { testService } from './service.ts';
import { otherProcess, type TestTables } from './tables.ts';

type Wallet = Principal['wallet'];

/**
 * Debits of one hundredth to nine, so many in flight at once, from two processes, over balances
 * that hold about half of them; each is sent twice now and then, as a retry would.
 * @param spenders the wallets that debits are made from in turn, as by credentials of different
 * kinds
 */
export async function debits(
  tables: TestTables,
  count: number,
  inFlight: number,
  spenders: readonly Wallet[] = ['topup'],
) {
  const service = testService(tables);
  const now = () => service.clock.now;
  const orgId = await funded(service, count);
  const before = await service.accounts.find(orgId);
  if (!before) throw new Error('there is no account');
  const processes = [tables, otherProcess(tables)].map(({ db, ledger }) =>
    dynamoAccounts(db, ledger),
  );
  const spent: Record<Wallet, number> = { topup: 0, plan: 0 };
  let next = 0;
  const passed = new Set<number>();
  let chargedTwice = 0;
  let refusedWhileAffordable = 0;
  const debit = async (at: number, { repeat } = { repeat: false }) => {
    const wallet = spenders[at % spenders.length] ?? 'topup';
    const price = ((at % 9) + 1) as Hundredths;
    const job = { jobId: `job_${at}`, wallet, price, reason: 'frames:standard' };
    const accounts = processes[(at + (repeat ? 1 : 0)) % processes.length];
    try {
      if (!(await accounts?.post(orgId, (account) => charge(account, job, now()).posting))) return;
      if (passed.has(at)) chargedTwice += 1;
      passed.add(at);
      spent[wallet] += price;
      if (at % 10 < 2) await debit(at, { repeat: true });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // Balances only fall here, so what is affordable now was affordable then.
      const account = repeat ? undefined : await service.accounts.find(orgId);
      if (account && spendable(account, wallet) >= price) refusedWhileAffordable += 1;
    }
  };
  const lane = async () => {
    while (next < count) {
      next += 1;
      await debit(next);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  // Sent once more when everything is over: other parts would pay now, and none may.
  for (let at = 1; at <= Math.min(count, 50); at += 1) await debit(at, { repeat: true });
  const after = await service.accounts.find(orgId);
  if (!after) throw new Error('the account went');
  const entries = await allEntries(tables, orgId);
  return {
    orgId,
    before,
    after,
    spent,
    entries,
    passed: passed.size,
    chargedTwice,
    refusedWhileAffordable,
  };
}

/** Every entry of an organization: more than one answer of the database holds. */
async function allEntries({ db, ledger }: TestTables, orgId: string): Promise<LedgerRow[]> {
  const { pk, sk } = keys.entry(orgId, '');
  const query = {
    TableName: ledger,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
  };
  const found: LedgerRow[] = [];
  for await (const { Items = [] } of paginateQuery({ client: db }, query)) {
    found.push(...Items.map((item) => LedgerRow.parse(item)));
  }
  return found;
}

/**
 * An organization that holds about half of the debits in each wallet, the grant less than the
 * tool credit.
 */
async function funded({ caller, accounts, clock }: ReturnType<typeof testService>, count: number) {
  const { orgId } = await caller('free', count * 0.025);
  const part = (share: number) => Math.ceil(count * share) as Hundredths;
  await accounts.post(orgId, () => topup('pay_tool', 'tool', part(1.5), clock.now));
  await accounts.post(orgId, (account) => {
    const price = Math.max(0, account.plan - part(1)) as Hundredths;
    const job = { jobId: 'job_before', wallet: 'plan' as const, price, reason: 'frames:standard' };
    return charge(account, job, clock.now).posting;
  });
  return orgId;
}

/** What does not add up after a run; empty when all does. */
export function faultsOf(run: Awaited<ReturnType<typeof debits>>): string[] {
  const { before, after, spent, entries } = run;
  const faults: string[] = [];
  for (const wallet of ['plan', 'topup', 'tool'] as const) {
    const moved = entries.filter((entry) => entry.wallet === wallet);
    const sum = moved.reduce((total, { delta }) => total + delta, 0);
    if (sum !== after[wallet]) faults.push(`${wallet}: entries give ${sum}, not ${after[wallet]}`);
    if (moved.some(({ balance_after }) => balance_after < 0)) faults.push(`${wallet} fell below 0`);
  }
  const left = (of: typeof before, wallet: Wallet) => spendable(of, wallet);
  for (const wallet of ['topup', 'plan'] as const) {
    const fell = left(before, wallet) - left(after, wallet);
    if (fell !== spent[wallet]) faults.push(`${wallet} fell by ${fell} for ${spent[wallet]}`);
  }
  if (run.chargedTwice > 0) faults.push(`${run.chargedTwice} charged twice`);
  if (run.refusedWhileAffordable > 0) faults.push(`${run.refusedWhileAffordable} refused wrongly`);
  return faults;
}
