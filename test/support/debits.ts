import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts.ts';
import type { Hundredths } from '../../layers/domain/credits.ts';
import { DomainError } from '../../layers/domain/errors.ts';
import { charge } from '../../layers/domain/movements.ts';
import { testService } from './service.ts';
import type { TestTables } from './tables.ts';

/**
 * Debits of one hundredth to nine, so many in flight at once, over a balance that holds about half of them; each is sent
 * twice now and then, as a retry would.
 */
export async function debits(tables: TestTables, count: number, inFlight: number) {
  const service = testService(tables);
  const bought = count * 0.025;
  const { orgId } = await service.caller('enterprise', bought);
  const accounts = dynamoAccounts(tables.db, tables.ledger);
  const now = () => service.clock.now;
  let next = 0;
  let passed = 0;
  let spent = 0;
  let refusedWhileAffordable = 0;
  const debit = async (at: number) => {
    const price = ((at % 9) + 1) as Hundredths;
    const job = { jobId: `job_${at}`, wallet: 'topup' as const, price, reason: 'frames:standard' };
    try {
      if (!(await accounts.post(orgId, (account) => charge(account, job, now()).posting))) return;
      passed += 1;
      spent += price;
      if (at % 10 === 0) await debit(at);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // Balances only fall here, so what is affordable now was affordable then.
      const account = await accounts.find(orgId);
      if (account && account.topup >= price) refusedWhileAffordable += 1;
    }
  };
  const lane = async () => {
    while (next < count) {
      next += 1;
      await debit(next);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const account = await accounts.find(orgId);
  return { orgId, bought, passed, spent, refusedWhileAffordable, balance: account?.topup ?? -1 };
}
