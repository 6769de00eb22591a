import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dueFrom } from '../../../layers/adapters/dynamo/due.ts';
import * as keys from '../../../layers/adapters/dynamo/keys.ts';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { makeCancelJob } from '../../../layers/app/jobs/cancel-job.ts';
import { makeDeliverWebhook } from '../../../layers/app/webhooks/deliver-webhook.ts';
import { makeListDeliveries } from '../../../layers/app/webhooks/list-deliveries.ts';
import { makeResendDelivery } from '../../../layers/app/webhooks/resend-delivery.ts';
import { makeSweepDeliveries } from '../../../layers/app/webhooks/sweep-deliveries.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import {
  DELIVERY_WAITS_SECONDS,
  deliveryIdOf,
  type ReceiverAnswer,
} from '../../../layers/domain/webhooks/webhook-delivery.ts';
import { JobEvent, WebhookEvent } from '../../../layers/domain/webhooks/webhook-event.ts';
import { testService } from '../../support/service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

let tables: TestTables;
let service: ReturnType<typeof testService>;

beforeEach(async () => {
  tables = await testTables();
  service = testService(tables);
});

const now = () => service.clock.now;
const later = (seconds: number) => {
  service.clock.now = new Date(now().getTime() + seconds * 1000);
};
const store = () => dynamoDeliveries(tables.db, tables.records);

/** Carries out what is due, with answers of the receiver in turn; the last one stays. */
function worker(...answers: ReceiverAnswer[]) {
  const calls: { id: string; url: string; body: string; secrets: readonly string[]; at: Date }[] =
    [];
  const deliver = makeDeliverWebhook({
    deliveries: store(),
    secrets: service.webhookSecrets,
    call: async (message) => {
      calls.push(message);
      return answers[Math.min(calls.length, answers.length) - 1] ?? { status: 200, error: null };
    },
    queue: service.webhookQueue,
    now,
  });
  return { calls, deliver };
}
const sweep = () =>
  makeSweepDeliveries({ deliveries: store(), webhookQueue: service.webhookQueue, now })();

async function queued(webhook_url = 'https://receiver.example/hook') {
  const principal = await service.caller('free');
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  const body = { upload_id, detail: 'standard', sync: false, webhook_url };
  const ask = async () => (await service.frames(principal, body)).body.job_id;
  const list = makeListDeliveries({ deliveries: store(), passOver: service.passOver });
  const listed = async (limit = 20) => (await list(principal.orgId, limit)).deliveries;
  return { orgId: principal.orgId, jobId: await ask(), ask, listed };
}
const NO: ReceiverAnswer = { status: 500, error: null };

test('a job that succeeded is told of once, with what is told of a job and no result', async () => {
  const { jobId, listed } = await queued();
  expect(service.told).toEqual([]);
  await service.workOff();
  const [message, ...others] = service.told.splice(0);
  expect([message?.delaySeconds, others]).toEqual([0, []]);
  const { deliver, calls } = worker();
  if (message) for (let copy = 0; copy < 3; copy += 1) await deliver(message);
  expect(calls).toHaveLength(1);
  const event = WebhookEvent.parse(JSON.parse(calls[0]?.body ?? ''));
  expect(event).toMatchObject({ type: 'job.succeeded', data: { job_id: jobId } });
  expect(await listed()).toMatchObject([
    { id: calls[0]?.id, status: 'delivered', attempts: 1, last_response: { status: 200 } },
  ]);
});

test('while an attempt is under way, no next one is named', async () => {
  const { orgId, jobId, listed } = await queued();
  await service.workOff();
  const ref = { orgId, deliveryId: deliveryIdOf(jobId) };
  expect((await listed())[0]?.next_attempt_at).toBe(now().toISOString());
  await store().claim(ref, now(), new Date(now().getTime() + 60_000));
  expect(await listed()).toMatchObject([
    { status: 'pending', attempts: 1, next_attempt_at: null, last_response: null },
  ]);
  service.told.splice(0);
});

test('a delivery that cannot be read is left out of the list, which goes on behind it', async () => {
  const { orgId, ask, listed } = await queued();
  await service.workOff();
  await ask();
  const [newest, older] = await listed();
  await tables.db.send(
    new UpdateCommand({
      TableName: tables.records,
      Key: keys.webhook(orgId, newest?.id ?? ''),
      UpdateExpression: 'SET #status = :of_a_later_release',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':of_a_later_release': 'asleep' },
    }),
  );
  for (const limit of [1, 20]) expect(await listed(limit)).toEqual([older]);
  expect(service.passedOver).toContainEqual(expect.stringContaining(`${newest?.id} of`));
  service.told.splice(0);
});

test('failed, cancelled and cached jobs are told of too', async () => {
  const { orgId, jobId, ask, listed } = await queued();
  await makeCancelJob({ ...service, now })(orgId, jobId);
  await ask();
  service.engine.failures.push(new DomainError('no_video_stream', 'Broken.'));
  service.messages.shift();
  await service.workOff();
  await ask();
  await service.workOff();
  await ask();
  const { deliver, calls } = worker();
  for (const message of service.told.splice(0)) await deliver(message);
  const types = calls.map(({ body }) => JobEvent.parse(JSON.parse(body)));
  expect(types.map(({ type, data }) => [type, data.cache_hit, data.credits_charged])).toEqual([
    ['job.cancelled', false, 0],
    ['job.failed', false, 0],
    ['job.succeeded', false, 2],
    ['job.succeeded', true, 0.4],
  ]);
  expect(await listed()).toHaveLength(4);
});

test('a delivery is tried again after growing waits under the same id, then parked', async () => {
  const { listed } = await queued();
  await service.workOff();
  const { deliver, calls } = worker(NO);
  const waits: number[] = [];
  for (let attempt = 0; attempt <= DELIVERY_WAITS_SECONDS.length; attempt += 1) {
    const [message] = service.told.splice(0);
    if (!message) throw new Error('no message');
    await deliver(message);
    const before = now();
    const [delivery] = await listed();
    if (delivery?.status !== 'pending') break;
    waits.push((Date.parse(delivery.next_attempt_at ?? '') - before.getTime()) / 1000);
    expect(await sweep()).toEqual({ sent: 0 });
    later(waits.at(-1) ?? 0);
    const [next] = service.told;
    if (!next) {
      // Longer than a message can be delayed for: the sweep sends it.
      later(1);
      expect(await sweep()).toEqual({ sent: 1 });
    } else expect(next.delaySeconds).toBe(waits.at(-1));
  }
  expect(waits).toEqual([...DELIVERY_WAITS_SECONDS]);
  expect(calls).toHaveLength(8);
  expect(new Set(calls.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
  expect(await listed()).toMatchObject([
    { status: 'parked', attempts: 8, next_attempt_at: null, last_response: { status: 500 } },
  ]);
  later(24 * 3600);
  expect(await sweep()).toEqual({ sent: 0 });
});

test('a delivery that waits for hours is sent at once when somebody wants it sent again', async () => {
  const { orgId, listed } = await queued();
  await service.workOff();
  const wait: ReceiverAnswer = { status: 503, error: null, retryAfterSeconds: 21_600 };
  const { deliver, calls } = worker(wait, { status: 200, error: null });
  const resend = makeResendDelivery({ deliveries: store(), queue: service.webhookQueue, now });
  const again = async () => resend(orgId, (await listed())[0]?.id ?? '');
  for (const message of service.told.splice(0)) await deliver(message);
  expect(await listed()).toMatchObject([{ status: 'pending', attempts: 1 }]);
  expect(await again()).toMatchObject({ status: 'pending', next_attempt_at: now().toISOString() });
  const [message] = service.told.splice(0);
  const ref = { orgId, deliveryId: message?.deliveryId ?? '' };
  const claimed = await store().claim(ref, now(), new Date(now().getTime() + 60_000));
  // Of one that is under way nothing changes.
  expect(await again()).toMatchObject({ attempts: claimed?.attempts });
  await store().endTries(now(), new Date(now().getTime() + 60_000), 9);
  await deliver(ref);
  expect(await listed()).toMatchObject([{ status: 'delivered' }]);
  expect(calls).toHaveLength(2);
});

test('a receiver is left alone for as long as it asks, six hours at most', async () => {
  const { listed } = await queued();
  await service.workOff();
  const asking = (retryAfterSeconds: number) =>
    worker({ status: 429, error: null, retryAfterSeconds });
  const waits: number[] = [];
  for (const seconds of [600, 1, 1e9]) {
    const [message] = service.told.splice(0);
    if (message) await asking(seconds).deliver(message);
    const [delivery] = await listed();
    waits.push((Date.parse(delivery?.next_attempt_at ?? '') - now().getTime()) / 1000);
    later(waits.at(-1) ?? 0);
  }
  expect(waits).toEqual([600, 5, 21_600]);
});

test('a receiver that is gone is not called again', async () => {
  const { listed } = await queued();
  await service.workOff();
  const { deliver } = worker({ status: 410, error: null });
  for (const message of service.told.splice(0)) await deliver(message);
  const last_response = { status: 410, error: null };
  expect(await listed()).toMatchObject([
    { status: 'parked', attempts: 1, next_attempt_at: null, last_response },
  ]);
  expect(service.told).toEqual([]);
});

test('a delivery whose message was lost is found by the sweep', async () => {
  const { listed } = await queued();
  await service.workOff();
  service.told.length = 0;
  later(61);
  expect(await sweep()).toEqual({ sent: 1 });
  const [message] = service.told;
  const { deliver } = worker();
  if (message) await deliver(message);
  expect(await listed()).toMatchObject([{ status: 'delivered' }]);
});

test('hundreds of deliveries that are due the longest hold up no other one', async () => {
  const { jobId } = await queued();
  await service.workOff();
  service.told.length = 0;
  const longDue = Array.from({ length: 525 }, (_, number) => {
    const key = keys.webhook('org_other', `msg_${number}`);
    return {
      PutRequest: { Item: { ...key, org_id: 'org_other', ...dueFrom('webhook', key, now()) } },
    };
  });
  while (longDue.length > 0) {
    const { db, records } = tables;
    await db.send(new BatchWriteCommand({ RequestItems: { [records]: longDue.splice(0, 25) } }));
  }
  later(61);
  expect(await sweep()).toEqual({ sent: 526 });
  expect(service.told.at(-1)).toMatchObject({ deliveryId: deliveryIdOf(jobId) });
});

test('attempts that were cut off count, and in the end the delivery is parked', async () => {
  const { orgId, jobId, listed } = await queued();
  const ref = { orgId, deliveryId: deliveryIdOf(jobId) };
  await service.workOff();
  for (let death = 0; death < 8; death += 1) {
    expect(await store().claim(ref, now(), new Date(now().getTime() + 60_000))).toBeDefined();
    later(61);
  }
  const { deliver, calls } = worker();
  await deliver(ref);
  expect(calls).toEqual([]);
  expect(await listed()).toMatchObject([{ status: 'parked', attempts: 9 }]);
});

test.each([
  'http://127.0.0.1/hook',
  'http://[::1]:9000/',
  'http://0x7f.1/',
  'http://localhost/',
  'http://169.254.169.254/latest',
  'https://user:password@example.com/',
])('a webhook to %s is refused before anything is stored', async (webhook_url) => {
  await expect(queued(webhook_url)).rejects.toMatchObject({
    type: 'invalid_request',
    message: expect.stringContaining('`webhook_url`'),
  });
  expect(service.messages).toEqual([]);
});
