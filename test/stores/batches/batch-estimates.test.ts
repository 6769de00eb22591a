import { REPEATED } from '../../../layers/app/calls/estimate-call.ts';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { balance } from '../../support/balance.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { questionService } from '../../support/question-service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof questionService>;

beforeAll(async () => {
  service = questionService(await testTables());
});

const QUESTIONS = ['How many cuts are there?', 'What is said?', 'Is there a freeze?'];

/** Runs a batch to its end. */
async function batched(principal: Principal, body: object) {
  const { batch_id } = await service.createBatch(principal, body);
  await service.workOff();
  return service.readBatch(principal.orgId, batch_id, 60);
}

test.each(['free', 'pro'] as const)(
  'a batch of the %s plan costs what was said, each item after those before it',
  async (tier) => {
    const principal = await service.caller(tier);
    const [one, two, three] = [
      await service.receiveUpload(principal, `one of ${principal.orgId}`),
      await service.receiveUpload(principal, `two of ${principal.orgId}`),
      await service.receiveUpload(principal, `three of ${principal.orgId}`),
    ];
    await service.watch(principal, { upload_id: three.upload_id, question: QUESTIONS[0] });
    const [first, second, third] = QUESTIONS;
    const items = [
      { upload_id: one.upload_id, question: first, ref: 'read' },
      { upload_id: two.upload_id, question: first, ref: 'read too' },
      { upload_id: one.upload_id, question: second, ref: 'asked of what was found' },
      { url: one.video.id, question: first, ref: 'the same question' },
      { upload_id: three.upload_id, question: first, ref: 'answered before' },
      { upload_id: three.upload_id, question: third, ref: 'read before' },
      { upload_id: 'upl_01ARZ3NDEKTSV4RRFFQ69G5FAV', ref: 'nobody' },
    ];
    const before = await balance(service, principal);
    const said = await service.estimateBatch(principal, { items });
    const batch = await batched(principal, { items });
    expect(batch.items.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 6 }, () => 'succeeded'),
      'failed',
    ]);
    const charged = batch.items.map(({ ref, credits_charged, error }) => [
      ref,
      error ? null : credits_charged,
      error,
    ]);
    const estimated = said.items.map(({ ref, estimate, error }) => [
      ref,
      estimate?.credits ?? null,
      error,
    ]);
    expect(estimated).toEqual(charged);
    expect(estimated.map(([, credits]) => credits)).toEqual([3, 3, 0.1, 0, 0, 0.1, null]);
    expect([said.credits, said.balance_after]).toEqual([
      batch.credits_charged,
      await balance(service, principal),
    ]);
    expect(Math.round((before - 6.2) * 100) / 100).toBe(await balance(service, principal));
  },
);

test('an item about a video that is too long for the plan names the call that reads a part of it', async () => {
  const free = await service.caller('free');
  service.engine.found = { ...MINUTE, duration: 3600 };
  const { upload_id } = await service.receiveUpload(free, `an hour of ${free.orgId}`);
  service.engine.found = MINUTE;
  const items = [{ upload_id, question: QUESTIONS[0] }];
  const said = await service.estimateBatch(free, { items });
  const batch = await batched(free, { items });
  const refused = {
    type: 'tier_limit',
    message: expect.stringContaining('3600 s were asked'),
    max_window_seconds: 1800,
    alternative: expect.stringMatching(/watch_video with .*\{"window":\{"from":0,"to":1800\}\}/),
  };
  expect([said.items[0]?.error, batch.items[0]?.error]).toEqual([refused, refused]);
});

test('an item that the wallet does not hold fails in the estimate as it does in the batch', async () => {
  const principal = await service.caller('pro', 4);
  const uploads = [
    await service.receiveUpload(principal, `one of ${principal.orgId}`),
    await service.receiveUpload(principal, `two of ${principal.orgId}`),
  ];
  const items = uploads.map(({ upload_id }) => ({ upload_id, question: QUESTIONS[0] }));
  const said = await service.estimateBatch(principal, { items });
  const batch = await batched(principal, { items });
  expect([said.credits, said.balance_after]).toEqual([3, 1]);
  expect([batch.credits_charged, await balance(service, principal)]).toEqual([3, 1]);
  expect(said.items.map(({ error }) => error?.type)).toEqual([undefined, 'insufficient_credits']);
  expect(batch.items.map(({ error }) => error?.type)).toEqual([undefined, 'insufficient_credits']);
});

test('a video whose reading the wallet does not hold is not asked on, in the estimate as in the batch', async () => {
  const principal = await service.caller('pro', 4);
  const { upload_id } = await service.receiveUpload(principal, `one of ${principal.orgId}`);
  const other = await service.receiveUpload(principal, `two of ${principal.orgId}`);
  const [first, second] = QUESTIONS;
  const items = [
    { upload_id, question: first },
    { upload_id: other.upload_id, question: first },
    { upload_id: other.upload_id, question: second },
    { upload_id: other.upload_id, question: first },
  ];
  const said = await service.estimateBatch(principal, { items });
  const batch = await batched(principal, { items });
  const refused = Array.from({ length: 3 }, () => 'insufficient_credits');
  expect(batch.items.map(({ error }) => error?.type)).toEqual([undefined, ...refused]);
  expect(said.items.map(({ error }) => error?.type)).toEqual([undefined, ...refused]);
  expect([said.credits, said.balance_after]).toEqual([
    batch.credits_charged,
    await balance(service, principal),
  ]);
});

test('a batch with a link that is not fetched yet has no sum, and prices for its other items', async () => {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `a video of ${principal.orgId}`);
  const items = [{ upload_id }, { url: 'https://media.example/never-seen.mp4', ref: 'link' }];
  const said = await service.estimateBatch(principal, { items });
  expect(said).toMatchObject({
    credits: null,
    balance_after: null,
    reason: expect.stringContaining('one of the videos'),
    items: [
      { estimate: { credits: 3, balance_after: 97, window: [0, 60], depth: 'full' } },
      { ref: 'link', estimate: { credits: null, window: null, reason: expect.any(String) } },
    ],
  });
  const links = [1, 2].map((n) => ({ url: `https://media.example/never-seen-${n}.mp4` }));
  expect((await service.estimateBatch(principal, { items: links })).reason).toBe(
    'How long 2 of the videos are, is known once fetched; the other items have their prices.',
  );
});

test('a batch that was sent before under its key is free, and another one under it is refused', async () => {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, `a video of ${principal.orgId}`);
  const body = { items: [{ upload_id }], idempotency_key: 'once' };
  expect(await service.estimateBatch(principal, body)).toMatchObject({ credits: 3 });
  await batched(principal, body);
  const again = await service.estimateBatch(principal, body);
  expect(again).toMatchObject({ credits: 0, items: [{ estimate: { reason: REPEATED } }] });
  const other = service.estimateBatch(principal, { ...body, question: QUESTIONS[1] });
  await expect(other).rejects.toMatchObject({ detail: { reason: 'idempotency_mismatch' } });
});
