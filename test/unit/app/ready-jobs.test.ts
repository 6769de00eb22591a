import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof testService>;

beforeAll(async () => {
  service = testService(await testTables());
});
beforeEach(() => {
  service.messages.length = 0;
});

/** A caller who has paid for a whole video at `standard`: 2 credits. */
async function paid(credits = 100) {
  const principal = await service.caller('free', credits);
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  await service.frames(principal, { upload_id, detail: 'standard' });
  const ask = (body: object = {}) =>
    service.frames(principal, { upload_id, detail: 'standard', ...body });
  const account = () => service.getCredits(principal, 200);
  return { principal, ask, account };
}

test('a window paid for is answered without queue and worker, for a fifth, by a job of its own', async () => {
  const { principal, ask, account } = await paid();
  const draws = service.engine.draws;
  const { body } = await ask({ sync: false });
  expect(service.messages).toEqual([]);
  expect(service.engine.draws).toBe(draws);
  const job = await service.getJob(principal.orgId, body.job_id);
  expect(job).toMatchObject({
    status: 'succeeded',
    cache_hit: true,
    credits_charged: 0.4,
    finished_at: service.clock.now.toISOString(),
  });
  expect(job.result).toMatchObject({ job_id: body.job_id, cache_hit: true, total_frames: 300 });
  const { topup_balance, ledger } = await account();
  expect(topup_balance).toBe(97.6);
  expect(ledger[0]).toMatchObject({
    reason: 'frames:standard:cached',
    delta: -0.4,
    job_id: body.job_id,
  });
});

test('it needs no slot: it is answered while every slot is taken', async () => {
  const { principal, ask } = await paid();
  for (const start of [1, 2]) await ask({ start, detail: 'overview', sync: false });
  await expect(ask({ detail: 'overview', sync: false })).rejects.toMatchObject({
    type: 'rate_limited',
  });
  expect((await ask({ sync: false })).status).toBe(200);
  await service.workOff();
  expect((await service.getCredits(principal, 0)).topup_balance).toBeLessThan(98);
});

test('many equal calls at once under one key are one job and one charge', async () => {
  const { ask, account } = await paid();
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => ask({ idempotency_key: 'once' })),
  );
  expect(new Set(answers.map(({ body }) => body.job_id)).size).toBe(1);
  expect(await account()).toMatchObject({ topup_balance: 97.6 });
});

test('many calls at once are each charged once, and none beyond the balance', async () => {
  const { ask, account } = await paid(4);
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => ask()));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const end of ends) {
    if (end.status === 'rejected')
      expect(end.reason).toMatchObject({ type: 'insufficient_credits' });
  }
  const { topup_balance, ledger } = await account();
  expect(topup_balance).toBe(0);
  expect(ledger.filter(({ reason }) => reason === 'frames:standard:cached')).toHaveLength(5);
});

test('a result that is no longer stored is drawn anew by a worker, for the same fifth', async () => {
  const { principal, ask, account } = await paid();
  for (const key of service.artifacts.objects.keys()) {
    if (key.includes(principal.orgId) && key.endsWith('result.json')) {
      service.artifacts.objects.delete(key);
    }
  }
  const draws = service.engine.draws;
  const { body } = await ask();
  expect(body).toMatchObject({ cache_hit: true, credits_charged: 0.4 });
  expect(service.engine.draws).toBe(draws + 1);
  expect(await account()).toMatchObject({ topup_balance: 97.6 });
});
