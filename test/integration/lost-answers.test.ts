import { randomUUID } from 'node:crypto';
import { dynamoSourceSwap } from '../../layers/adapters/dynamo/videos/source-swap.ts';
import { dynamoDeliveries } from '../../layers/adapters/dynamo/webhooks/deliveries.ts';
import type { Principal } from '../../layers/domain/accounts/credential.ts';
import { deliveryIdOf } from '../../layers/domain/webhooks/webhook-delivery.ts';
import { type BrokenTables, brokenTables } from '../support/faults/broken-tables.ts';
import { testService } from '../support/service.ts';

let broken: BrokenTables;
let service: ReturnType<typeof testService>;

beforeAll(async () => {
  broken = await brokenTables();
  service = testService(broken.tables);
});
afterAll(async () => {
  await broken.close();
});

/** From now on the answer to one request to the tables is lost, after it did its work. */
const loseAnswer = (at: number) =>
  broken.proxy.plan(() => true, { kind: 'cut', at, times: 1, where: 'answered', position: 0 });

/**
 * Does the same work, each time for another caller, with each of its answers lost in turn, and once
 * with none.
 */
async function losingEach<T>(work: (caller: Principal) => Promise<T>): Promise<T[]> {
  const first = await service.caller();
  broken.proxy.plan(() => true);
  const ends = [await work(first)];
  const requests = broken.proxy.passed().length;
  for (let at = 1; at <= requests; at += 1) {
    const caller = await service.caller();
    loseAnswer(at);
    ends.push(await work(caller));
  }
  expect(requests).toBeGreaterThan(0);
  return ends;
}

async function framesOf(caller: Principal, about: object) {
  const call = { ...about, detail: 'standard', sync: false };
  const { body } = await service.frames(caller, {
    ...call,
    webhook_url: 'https://receiver.example/',
    idempotency_key: randomUUID(),
  });
  await service.workOff();
  const job = await service.getJob(caller.orgId, body.job_id);
  const { ledger } = await service.getCredits(caller, 200);
  const told = await dynamoDeliveries(broken.tables.db, broken.tables.records).list(
    caller.orgId,
    10,
  );
  return {
    status: job.status,
    sources: [...service.artifacts.objects.keys()].filter((key) => key.includes(caller.orgId))
      .length,
    moved: ledger.map(({ reason, delta }) => `${reason} ${delta}`),
    webhooks: told.length,
  };
}

test('from an upload to its sheets, no lost answer of the tables changes anything', async () => {
  const ends = await losingEach(async (caller) => {
    const { upload_id } = await service.receiveUpload(caller, `of ${caller.orgId}`);
    return framesOf(caller, { upload_id });
  });
  expect(ends).toEqual(ends.map(() => ends[0]));
  expect(ends[0]).toMatchObject({ status: 'succeeded', webhooks: 1 });
});

test('from a link to its sheets, no lost answer of the tables changes anything', async () => {
  const url = 'https://media.example/talk.mp4';
  const ends = await losingEach((caller) => framesOf(caller, { url }));
  expect(ends).toEqual(ends.map(() => ends[0]));
  expect(ends[0]).toMatchObject({ status: 'succeeded', webhooks: 1 });
});

test('a delivery whose claim was not heard of is carried out all the same, as one attempt', async () => {
  const caller = await service.caller();
  const { upload_id } = await service.receiveUpload(caller, `of ${caller.orgId}`);
  const { body } = await service.frames(caller, {
    upload_id,
    detail: 'standard',
    sync: false,
    webhook_url: 'https://receiver.example/',
  });
  await service.workOff();
  const deliveries = dynamoDeliveries(broken.tables.db, broken.tables.records);
  const { now } = service.clock;
  loseAnswer(1);
  const ref = { orgId: caller.orgId, deliveryId: deliveryIdOf(body.job_id) };
  const until = new Date(now.getTime() + 60_000);
  expect(await deliveries.claim(ref, now, until)).toMatchObject({ attempts: 1 });
  expect(await deliveries.claim(ref, now, until)).toBeUndefined();
});

test('a copy whose swap was not heard of is known to be the source, and so is kept', async () => {
  const caller = await service.caller();
  const { video } = await service.receiveUpload(caller, `of ${caller.orgId}`);
  const before = await service.videos.find(caller.orgId, video.id);
  if (!before) throw new Error('the upload is no video');
  const { swap } = dynamoSourceSwap(broken.tables.db, broken.tables.records);
  const copy = { source_key: 'a copy', size_bytes: 1, probe: before.probe };
  loseAnswer(1);
  expect(await swap(before, copy)).toBe(true);
  expect(await swap(before, { ...copy, source_key: 'another copy' })).toBe(false);
  const after = await service.videos.find(caller.orgId, video.id);
  expect(after).toMatchObject({ source_key: 'a copy', master_key: before.source_key });
});
