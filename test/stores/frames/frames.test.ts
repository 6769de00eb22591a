import { DomainError } from '../../../layers/domain/errors.ts';
import { FramesResult } from '../../../layers/domain/frames/frames.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof testService>;

beforeAll(async () => {
  service = testService(await testTables());
});
beforeEach(() => {
  service.engine.found = MINUTE;
  service.messages.length = 0;
});

async function uploaded(...args: Parameters<typeof service.caller>) {
  const principal = await service.caller(...args);
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  return { principal, upload_id };
}

const entriesOf = async (principal: Parameters<typeof service.getCredits>[0]) =>
  (await service.getCredits(principal, 50)).ledger.map(({ reason, delta }) => [reason, delta]);

test('a call that waits is answered with sheets, and charged', async () => {
  const { principal, upload_id } = await uploaded();
  const { status, body } = await service.frames(principal, { upload_id, detail: 'standard' });
  expect(status).toBe(200);
  const result = FramesResult.parse(body);
  expect(result).toMatchObject({
    status: 'succeeded',
    credits_charged: 2,
    cache_hit: false,
    detail: 'standard',
    total_frames: 300,
    coverage: { is_full_video: true },
  });
  expect(result.sheets[0]).toMatchObject({ page: 1, t0: 0, qa_flags: ['cut:1.50'] });
  expect(await entriesOf(principal)).toEqual([
    ['frames:standard', -2],
    ['topup', 100],
    ['plan_renewal', 2000],
  ]);
});

test('an upload id may stand in url', async () => {
  const { principal, upload_id } = await uploaded();
  const { status } = await service.frames(principal, { url: upload_id });
  expect(status).toBe(200);
});

test('a queued call is answered at once, and its job ends equal to the call that waits', async () => {
  const { principal, upload_id } = await uploaded();
  const queued = await service.frames(principal, { upload_id, sync: false });
  expect(queued).toMatchObject({ status: 200, body: { status: 'queued', queue: 'read' } });
  const jobId = queued.body.job_id;
  expect(await service.getJob(principal.orgId, jobId)).toMatchObject({
    status: 'queued',
    credits_charged: null,
    started_at: null,
  });
  await service.workOff();
  const job = await service.getJob(principal.orgId, jobId);
  expect(job).toMatchObject({ status: 'succeeded', error: null, operation: 'frames' });

  const { body } = await service.frames(principal, { upload_id });
  const stable = (value: unknown) =>
    JSON.stringify(value, (name, member) =>
      ['job_id', 'url', 'credits_charged', 'cache_hit'].includes(name) ? null : member,
    );
  expect(stable(job.result)).toBe(stable(body));
});

test('base64 puts the bytes into the answer', async () => {
  const { principal, upload_id } = await uploaded();
  const { body } = await service.frames(principal, { upload_id, return: 'base64' });
  const [sheet] = FramesResult.parse(body).sheets;
  expect(sheet?.url).toBeUndefined();
  expect(Buffer.from(sheet?.b64 ?? '', 'base64').toString()).toBe('sheet 1');
});

test('a window inside one already paid for costs a fifth, and the same question is not drawn again', async () => {
  const { principal, upload_id } = await uploaded();
  const ask = async (start: number, end: number) => {
    const { body } = await service.frames(principal, { upload_id, detail: 'standard', start, end });
    const { credits_charged, cache_hit } = FramesResult.parse(body);
    return [credits_charged, cache_hit];
  };
  expect(await ask(0, 30)).toEqual([1, false]);
  expect(await ask(30, 60)).toEqual([1, false]);
  const before = service.engine.draws;
  expect(await ask(15, 45)).toEqual([0.2, true]);
  expect(service.engine.draws).toBe(before + 1);
  expect(await ask(15, 45)).toEqual([0.2, true]);
  expect(await ask(0, 30)).toEqual([0.2, true]);
  expect(service.engine.draws).toBe(before + 1);
  expect((await entriesOf(principal))[0]).toEqual(['frames:standard:cached', -0.2]);
});

test('a job that goes on after another has paid for its window keeps its own price', async () => {
  const { principal, upload_id } = await uploaded();
  const ask = async () =>
    (await service.frames(principal, { upload_id, detail: 'standard', sync: false })).body.job_id;
  const first = await ask();
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing is queued');
  service.engine.failures.push(new Error('The worker died.'));
  await expect(service.deliver(message)).rejects.toThrow('The worker died.');
  const second = await ask();
  await service.workOff();
  await service.deliver(message);
  for (const jobId of [first, second]) {
    const { credits_charged, cache_hit } = await service.getJob(principal.orgId, jobId);
    expect([credits_charged, cache_hit]).toEqual([2, false]);
  }
});

test('links are signed afresh at each read', async () => {
  const { principal, upload_id } = await uploaded();
  const { body } = await service.frames(principal, { upload_id });
  const first = FramesResult.parse(body);
  const job = await service.getJob(principal.orgId, first.job_id);
  const second = FramesResult.parse(job.result);
  expect(second.sheets[0]?.url).not.toBe(first.sheets[0]?.url);
});

test.each([
  ['a free caller asks for motion', 'free', 100, { detail: 'motion', end: 1 }, 'tier_limit'],
  ['the wallet is empty', 'pro', 0, {}, 'insufficient_credits'],
  ['the window ends before it starts', 'pro', 100, { start: 5, end: 2 }, 'invalid_window'],
  ['the level refuses the window', 'pro', 100, { detail: 'fine' }, 'window_too_long_for_detail'],
] as const)(
  'when %s the call is refused at once, queued or not',
  async (_, tier, credits, body, type) => {
    const { principal, upload_id } = await uploaded(tier, credits);
    for (const sync of [true, false]) {
      await expect(service.frames(principal, { ...body, upload_id, sync })).rejects.toMatchObject({
        type,
      });
    }
    expect(service.messages).toEqual([]);
  },
);

test('what a free caller is offered for motion works, whatever window was asked', async () => {
  const { principal, upload_id } = await uploaded('free');
  for (const window of [{}, { start: -1, end: 8 }, { start: 9, end: 2 }, { end: 99 }, { end: 1 }]) {
    const asked = { upload_id, detail: 'motion', ...window };
    const refusal = await service.frames(principal, asked).catch((error: unknown) => error);
    if (!(refusal instanceof DomainError)) throw new Error('motion was not refused');
    expect(refusal.type).toBe('tier_limit');
    const { status } = await service.frames(principal, { ...asked, ...refusal.detail.suggestion });
    expect([window, status]).toEqual([window, 200]);
  }
});

test('a window longer than the plan allows is refused, naming both', async () => {
  service.engine.found = { ...MINUTE, duration: 3600 };
  const { principal, upload_id } = await uploaded('free');
  await expect(service.frames(principal, { upload_id })).rejects.toMatchObject({
    type: 'tier_limit',
    message: expect.stringMatching(/60 minutes.*30 minutes/),
    detail: { suggestion: { start: 0, end: 1800 } },
  });
  const { status } = await service.frames(principal, { upload_id, start: 0, end: 1800 });
  expect(status).toBe(200);
});

test('an empty wallet is told the price and the balance', async () => {
  const { principal, upload_id } = await uploaded('pro', 0.5);
  await expect(service.frames(principal, { upload_id })).rejects.toMatchObject({
    message: expect.stringMatching(/costs 2 credits.*holds 0.5 credits/),
  });
});

test.each([
  ['http://10.0.0.1/a.mp4', 'invalid_request'],
  ['ftp://example.com/a.mp4', 'invalid_request'],
  ['-i /etc/passwd', 'invalid_request'],
])('%s as url is refused', async (url, type) => {
  const { principal } = await uploaded();
  await expect(service.frames(principal, { url })).rejects.toMatchObject({ type });
});

test("another organization's upload and job are answered like unknown ones", async () => {
  const { principal, upload_id } = await uploaded();
  const { body } = await service.frames(principal, { upload_id, sync: false });
  const stranger = await service.caller();
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => 'answered',
      (error) => JSON.stringify(error.toApiError()),
    );
  expect(await refusal(service.frames(stranger, { upload_id }))).toBe(
    await refusal(service.frames(stranger, { upload_id: 'upl_unknown' })),
  );
  expect(await refusal(service.getJob(stranger.orgId, body.job_id))).toBe(
    await refusal(service.getJob(stranger.orgId, 'job_unknown')),
  );
});

test('jobs beyond the plan are refused until one ends', async () => {
  const { principal, upload_id } = await uploaded('free');
  const ask = () => service.frames(principal, { upload_id, sync: false });
  const later = (seconds: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
  };
  // A job of this organization takes twenty seconds.
  await ask();
  later(20);
  await service.workOff();
  const other = () => service.frames(principal, { upload_id, detail: 'overview', sync: false });
  await other();
  later(3);
  await service.frames(principal, { upload_id, detail: 'detail', end: 4, sync: false });
  later(4);
  await expect(other()).rejects.toMatchObject({
    type: 'rate_limited',
    detail: { retryAfterSeconds: 13 },
  });
  await service.workOff();
  expect((await ask()).status).toBe(200);
});
