import { randomUUID } from 'node:crypto';
import { dynamoCallCounter } from '../../../layers/adapters/dynamo/accounts/call-counter.ts';
import { makeAdmit } from '../../../layers/app/accounts/admit.ts';
import { makeCancelJob } from '../../../layers/app/jobs/cancel-job.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
let service: ReturnType<typeof testService>;

beforeEach(() => {
  service = testService(tables);
});

const DAY = 86_400;
const move = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};

async function caller() {
  const principal = await service.caller('free');
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  const call = { upload_id, detail: 'standard', sync: false };
  const account = () => service.getCredits(principal, 200);
  return { principal, call, account };
}

test('a renewal is not made again, and not taken back, by a clock that runs backwards', async () => {
  const { account } = await caller();
  const before = (await account()).ledger.length;
  move(40 * DAY);
  const renewed = await account();
  expect(renewed.ledger.length).toBe(before + 1);
  for (const days of [-40, -400, 39]) {
    move(days * DAY);
    expect(await account()).toEqual(renewed);
  }
});

test('a lease holds against a worker whose clock runs behind', async () => {
  const { principal, call, account } = await caller();
  const { body } = await service.frames(principal, call);
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing was queued');
  const until = new Date(service.clock.now.getTime() + 30_000);
  await service.runs.start({ ...message, run: randomUUID() }, service.clock.now, until);
  move(-DAY);
  expect(await service.deliver(message)).toEqual({ leasedUntil: until.toISOString() });
  expect((await account()).topup_balance).toBe(100);
  move(DAY + 31);
  expect(await service.deliver(message)).toBe('done');
  expect(await service.getJob(principal.orgId, body.job_id)).toMatchObject({ status: 'succeeded' });
  expect((await account()).topup_balance).toBe(98);
});

test('an idempotency key still stands for its job when the clock ran backwards', async () => {
  const { principal, call, account } = await caller();
  const keyed = { ...call, idempotency_key: 'once' };
  const first = await service.frames(principal, keyed);
  await service.workOff();
  for (const days of [-30, 36]) {
    move(days * DAY);
    expect(await service.frames(principal, keyed)).toEqual(first);
  }
  expect((await account()).topup_balance).toBe(98);
});

test('a job that is cancelled before it was queued, by the clock, is refunded once and newest in the ledger', async () => {
  const { principal, call, account } = await caller();
  const { body } = await service.frames(principal, call);
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing was queued');
  service.engine.failures.push(new Error('killed'));
  await expect(service.deliver(message)).rejects.toThrow('killed');
  move(-3600);
  const cancel = makeCancelJob({ ...service, now: () => service.clock.now });
  for (let time = 0; time < 2; time += 1) {
    expect(await cancel(principal.orgId, body.job_id)).toMatchObject({ status: 'cancelled' });
  }
  const { topup_balance, ledger } = await account();
  expect(topup_balance).toBe(100);
  expect(ledger.map(({ reason }) => reason).slice(0, 2)).toEqual(['refund', 'frames:standard']);
});

test('calls are counted by the minute that the clock shows, and the wait is to its end', async () => {
  const { principal } = await caller();
  const admit = makeAdmit({
    calls: dynamoCallCounter(tables.db, tables.records),
    now: () => service.clock.now,
  });
  move(17.2);
  for (let call = 0; call < 60; call += 1) await admit(principal);
  await expect(admit(principal)).rejects.toMatchObject({
    type: 'rate_limited',
    detail: { retryAfterSeconds: 43 },
  });
  move(-60);
  await admit(principal);
});
