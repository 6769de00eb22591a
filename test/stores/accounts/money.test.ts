import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof testService>;

beforeAll(async () => {
  service = testService(await testTables());
});

test('twenty jobs charged at once leave an exact balance and exact entries', async () => {
  const caller = await service.caller('enterprise', 50);
  const { upload_id } = await service.receiveUpload(caller, 'bytes');
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      service.frames(caller, {
        upload_id,
        detail: 'standard',
        start: at / 2,
        end: 30,
        sync: false,
      }),
    ),
  );
  await Promise.all(service.messages.splice(0).map((message) => service.deliver(message)));

  const { topup_balance, ledger } = await service.getCredits(caller, 200);
  const moved = ledger.filter(({ wallet }) => wallet === 'topup').toReversed();
  expect(moved.length).toBe(21);
  let balance = 0;
  for (const { delta, balance_after } of moved) {
    balance = Math.round((balance + delta) * 100) / 100;
    expect(balance_after).toBe(balance);
  }
  expect(topup_balance).toBe(balance);
});

test('a wallet that holds the price of three pays three of twenty at once', async () => {
  const caller = await service.caller('enterprise', 6.5);
  const { upload_id } = await service.receiveUpload(caller, 'bytes');
  const jobs = await Promise.all(
    Array.from({ length: 20 }, () =>
      service.acceptFrames(caller, { upload_id, detail: 'standard' }),
    ),
  );
  await Promise.all(service.messages.splice(0).map((message) => service.deliver(message)));
  const ended = await Promise.all(jobs.map(({ org_id, job_id }) => service.getJob(org_id, job_id)));
  const paid = ended.filter(({ status }) => status === 'succeeded');
  const { topup_balance } = await service.getCredits(caller, 0);
  const spent = paid.reduce((sum, { credits_charged }) => sum + (credits_charged ?? 0), 0);
  expect(Math.round((topup_balance + spent) * 100)).toBe(650);
  expect(topup_balance).toBeGreaterThanOrEqual(0);
  const refused = ended.filter(({ status }) => status === 'failed');
  expect(refused.every(({ error }) => error?.type === 'insufficient_credits')).toBe(true);
});
