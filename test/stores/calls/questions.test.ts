import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { makeDeliverWebhook } from '../../../layers/app/webhooks/deliver-webhook.ts';
import { makeListDeliveries } from '../../../layers/app/webhooks/list-deliveries.ts';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { questionService } from '../../support/question-service.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
let service: ReturnType<typeof questionService>;
let caller: Principal;
let upload_id: string;

beforeAll(() => {
  service = questionService(tables);
});
beforeEach(async () => {
  service.messages.length = 0;
  caller = await service.caller();
  ({ upload_id } = await service.receiveUpload(caller, `a minute of ${caller.orgId}`));
});

/** Thirty schemas in one another: as deep as is taken. */
const deep = Array.from({ length: 15 }).reduce<object>((inner) => ({ properties: { in: inner } }), {
  type: 'string',
});

test.each([
  ['numbers beyond what a row holds', { type: 'number', maximum: 1e308, minimum: 1e-300 }],
  ['a member without a name', { type: 'object', properties: { '': { type: 'string' } } }],
  ['thirty schemas in one another', deep],
])('a question is answered whose schema has %s', async (_what, schema) => {
  const asked = await service.watch(caller, { upload_id, question: 'How much?', schema });
  if ('alreadyRead' in asked) throw new Error('it was read before');
  expect(asked.job).toMatchObject({ status: 'succeeded', request: { schema } });
  expect(await service.readAnswer(asked.job)).toHaveProperty('value');
});

test('what is sent empty makes no other question of one that was answered', async () => {
  const asked = { upload_id, question: 'How much?' };
  const first = await service.watch(caller, asked);
  const again = await service.watch(caller, { ...asked, context: [], instructions: '' });
  if ('alreadyRead' in first || 'alreadyRead' in again) throw new Error('it was read anew');
  const { result_key } = first.job;
  expect(again.job).toMatchObject({ result_key, cache_hit: true, credits_charged: 0 });
});

test.each([
  ['by its window, and by none', { window: { from: 0, to: 60.4 } }, {}],
  ['by none, and by its window', {}, { window: { from: 0, to: 60 } }],
  ['by none, and by its region', {}, { window: { from: 0, to: 60 }, region: [0, 0, 1, 1] }],
])('a question about all of a video is the same when that is named %s', async (_how, one, two) => {
  const ask = (part: object) =>
    service.watch(caller, { upload_id, question: 'How much?', ...part });
  const [first, again] = [await ask(one), await ask(two)];
  if ('alreadyRead' in first || 'alreadyRead' in again) throw new Error('it was read anew');
  expect(again.job).toMatchObject({ result_key: first.job.result_key, credits_charged: 0 });
});

test('a session is told the prices of what it read already, and reads a shorter stretch', async () => {
  const [from, to] = [10, 50];
  const read = await service.watch(caller, { upload_id, window: { from, to } });
  if ('alreadyRead' in read) throw new Error('nothing was read yet');
  const { session_id } = await service.readAnswer(read.job);
  const ask = (window: object) => service.watch(caller, { session_id, question: 'What?', window });
  expect(await ask({ from, to })).toMatchObject({
    alreadyRead: { session_id, price: { follow_up: 0.1 }, next: { follow_up: { session_id } } },
  });
  expect(await ask({ from: 20, to })).toMatchObject({ job: { detail: 'full' } });
});

test('a session tells what the file says of itself', async () => {
  const read = await service.watch(caller, { upload_id, window: { from: 5, to: 15 } });
  if ('alreadyRead' in read) throw new Error('nothing was read yet');
  const { session_id } = await service.readAnswer(read.job);
  const asked = await service.watch(caller, { session_id, question: 'Which video codec?' });
  if ('alreadyRead' in asked) throw new Error('a session answers');
  expect(await service.readAnswer(asked.job)).toMatchObject({
    answer: expect.stringContaining('The picture is coded as h264.'),
  });
});

test('as many words are taken as a row holds beside a schema, and no more', async () => {
  const words = { question: '🐎'.repeat(8000), instructions: '🐎'.repeat(8000) };
  const schema = { type: 'string', description: '馬'.repeat(32_000) };
  const context = Array.from({ length: 22 }, () => '🐎'.repeat(2000));
  const asked = { upload_id, ...words, schema, context };
  expect(await service.watch(caller, asked)).toMatchObject({ job: { status: 'succeeded' } });
  const more = { ...asked, context: [...context, '🐎'] };
  expect(() => service.parse(more)).toThrow('send less of it');
});

test('an item of a batch is answered whose schema has numbers beyond what a row holds', async () => {
  const schema = { type: 'integer', maximum: 2 ** 64 };
  const { batch_id } = await service.createBatch(caller, { items: [{ upload_id, schema }] });
  expect(await service.readBatch(caller.orgId, batch_id, 60)).toMatchObject({
    status: 'succeeded',
  });
});

test.each([
  [
    { from: -1, to: 5 },
    { from: 0, to: 5 },
  ],
  [
    { from: 5, to: 1e9 },
    { from: 5, to: 60 },
  ],
  [
    { from: 9, to: 5 },
    { from: 5, to: 9 },
  ],
  [
    { from: 9, to: 9 },
    { from: 9, to: 19 },
  ],
  [
    { from: 55, to: 55.0004 },
    { from: 55, to: 60 },
  ],
])('the window %o is no stretch of the video, and %o is offered', async (window, offered) => {
  const asked = service.watch(caller, { upload_id, window });
  await expect(asked).rejects.toMatchObject({
    type: 'invalid_window',
    detail: { suggestion: { window: offered } },
    // A window has both its members.
    message: expect.not.stringContaining('Leave'),
  });
});

test('of sound alone a question is told what of it is missing, and does not pay for that', async () => {
  service.engine.found = { ...MINUTE, picture: null, width: 0, height: 0, cutOff: true };
  service.heard.damage = { silent: [[12, 42]], soundEnds: null, unheard: null };
  const sent = await service.receiveUpload(caller, `a talk of ${caller.orgId}`);
  const asked = await service.watch(caller, { upload_id: sent.upload_id });
  service.engine.found = MINUTE;
  service.heard.damage = { silent: [], soundEnds: null, unheard: null };
  if ('alreadyRead' in asked) throw new Error('it was read before');
  expect(asked.job).toMatchObject({ status: 'succeeded' });
  const { notes, credits_charged } = await service.readAnswer(asked.job);
  expect(notes).toEqual(
    expect.arrayContaining([
      expect.stringContaining('it was cut off'),
      expect.stringContaining('its sound could not be decoded in 12-42 s'),
    ]),
  );
  // Half of what a minute costs.
  expect(credits_charged).toBe(1.5);
});

test('numbers that are too small for a row are zero', async () => {
  const tiny = { window: { from: 1e-200, to: 5 }, region: [0, 1e-200, 1, 0.5] };
  expect(await service.watch(caller, { upload_id, ...tiny })).toMatchObject({
    job: { status: 'succeeded', request: { window: { from: 0, to: 5 }, region: [0, 0, 1, 0.5] } },
  });
});

test('a link is not fetched for a window that no video has', async () => {
  const url = 'https://media.example/talk.mp4';
  const asked = service.watch(caller, { url, window: { from: 9, to: 5 }, sync: false });
  const detail = { suggestion: { window: { from: 5, to: 9 } } };
  await expect(asked).rejects.toMatchObject({ type: 'invalid_window', detail });
  expect(service.web.fetches).toBe(0);
});

test('a link that failed a moment ago does not hide that no video has the window', async () => {
  const url = 'https://media.example/gone.mp4';
  service.web.found = new DomainError('source_unavailable', 'It is gone.', { reason: 'auth' });
  const ask = (window?: object) => service.watch(caller, { url, window });
  expect(await ask()).toMatchObject({ job: { error: { type: 'source_unavailable' } } });
  await expect(ask({ from: 9, to: 5 })).rejects.toMatchObject({ type: 'invalid_window' });
});

test.each([
  ['all of it', undefined, 'tier_limit', { from: 0, to: 1800 }],
  ['more of it than is read', { from: 9, to: 2000 }, 'window_too_long', { from: 9, to: 1809 }],
  ['what lies outside', { from: 9, to: 4000 }, 'invalid_window', { from: 9, to: 1809 }],
] as const)(
  'a question about %s of a long link is refused as of a stored video, with a window that works',
  async (what, window, type, offered) => {
    const own = questionService(tables);
    const free = await own.caller('free');
    own.engine.found = { ...MINUTE, duration: 3600 };
    const url = `https://media.example/${encodeURIComponent(what)}.mp4`;
    const error = { type, suggestion: { window: offered } };
    const ask = (asked?: object) => own.watch(free, { url, window: asked });
    expect(await ask(window)).toMatchObject({ job: { status: 'failed', error } });
    const known = { type, detail: { suggestion: error.suggestion } };
    await expect(ask(window)).rejects.toMatchObject(known);
    expect(await ask(offered)).toMatchObject({ job: { status: 'succeeded' } });
  },
);

test.each([
  ['up to half a second behind the end', { from: 0, to: 60.4 }, { from: 0, to: 60.3 }],
  ['all of the video, and by none', { from: 0, to: 60 }, undefined],
  ['none, and by all of the video', undefined, { from: 0, to: 60 }],
])('what was read by a window of %s is known to be read', async (_what, first, second) => {
  await service.watch(caller, { upload_id, window: first });
  const again = { upload_id, window: second, question: 'Who is the heir?' };
  expect(await service.watch(caller, again)).toMatchObject({
    alreadyRead: { status: 'already_read' },
  });
});

describe('a question that another call is just asking', () => {
  const told = () => service.told.splice(0).map(({ deliveryId }) => deliveryId);
  const hooks = ['one', 'two'].map((name) => `https://receiver.example/${name}`);
  const asked = (webhook_url?: string) =>
    service.ask(caller, service.parse({ upload_id, sync: false, webhook_url }));
  const listed = () =>
    makeListDeliveries({
      deliveries: dynamoDeliveries(tables.db, tables.records),
      passOver: service.passOver,
    })(caller.orgId, 20);

  test.each([
    ['succeeded', async () => service.workOff()],
    ['cancelled', async (jobId: string) => void (await service.cancelJob(caller.orgId, jobId))],
  ])('tells its own receiver, too, that it has %s', async (status, end) => {
    told();
    const jobs = [];
    for (const hook of [...hooks, ...hooks, undefined]) jobs.push(await asked(hook));
    const ids = new Set(jobs.map((one) => ('job' in one ? one.job.job_id : undefined)));
    expect(ids.size).toBe(1);
    const [jobId = ''] = ids;
    await end(jobId);
    const { deliveries } = await listed();
    expect(deliveries.map(({ url }) => url).sort()).toEqual(hooks);
    expect(deliveries).toMatchObject([{ job_id: jobId }, { job_id: jobId }]);
    expect(told().sort()).toEqual(deliveries.map(({ id }) => id).sort());
    expect((await service.jobs.find(caller.orgId, jobId))?.status).toBe(status);
  });

  test('is told of while the reading is just about to end', async () => {
    told();
    await asked(hooks[0]);
    const { succeed } = service.runs;
    const message = service.messages.shift();
    if (!message) throw new Error('nothing was queued');
    service.runs.succeed = async (...end) => {
      await asked(hooks[1]);
      return succeed(...end);
    };
    try {
      await service.deliver(message);
    } finally {
      service.runs.succeed = succeed;
    }
    expect((await listed()).deliveries.map(({ url }) => url).sort()).toEqual(hooks);
  });

  describe('is asked under a key', () => {
    const keyed = (more: object = {}) => {
      const request = { upload_id, sync: false, idempotency_key: 'of the second', ...more };
      return service.ask(caller, service.parse(request));
    };
    const use = () =>
      service.jobs.findEarlierUse(caller.orgId, 'watch_video', 'of the second', service.clock.now);

    test('which leads to the job of the other call, now and when that has ended', async () => {
      const first = await asked();
      if (!('job' in first)) throw new Error('it was read before');
      const joined = { job: { job_id: first.job.job_id }, joined: true };
      expect(await keyed()).toMatchObject(joined);
      expect(await use()).toMatchObject({ jobId: first.job.job_id, joined: true });
      const mismatch = { type: 'invalid_request', detail: { reason: 'idempotency_mismatch' } };
      await expect(keyed({ question: 'Who?' })).rejects.toMatchObject(mismatch);
      await service.workOff();
      expect(await keyed()).toMatchObject(joined);
    });

    test('of which nothing is left when the video is erased', async () => {
      await asked();
      await keyed();
      await service.workOff();
      const video = await service.videos.findByUpload(caller.orgId, upload_id);
      await service.erase(caller.orgId, video?.video_id ?? '');
      expect(await use()).toBeUndefined();
    });
  });

  test('leaves nothing of its receivers behind when the video is erased', async () => {
    service.told.length = 0;
    for (const hook of hooks) await asked(hook);
    await service.workOff();
    const deliver = makeDeliverWebhook({
      deliveries: dynamoDeliveries(tables.db, tables.records),
      secrets: service.webhookSecrets,
      call: async () => ({ status: 200, error: null }),
      queue: service.webhookQueue,
      now: () => service.clock.now,
    });
    for (const message of service.told.splice(0)) await deliver(message);
    expect((await listed()).deliveries).toHaveLength(2);
    const video = await service.videos.findByUpload(caller.orgId, upload_id);
    await service.erase(caller.orgId, video?.video_id ?? '');
    expect((await listed()).deliveries).toEqual([]);
  });
});
