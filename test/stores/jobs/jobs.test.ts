import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { video as videoKey } from '../../../layers/adapters/dynamo/keys.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { segmentsFolder } from '../../../layers/domain/videos/video-folder.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
const service = testService(tables);

beforeEach(() => {
  service.messages.length = 0;
  service.engine.failures.length = 0;
  service.clock.now = new Date('2026-05-01T12:00:00Z');
});

const later = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};

/** A caller with a queued job, and the message that is on its way. */
async function queued(credits = 100) {
  const principal = await service.caller('free', credits);
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  const { body } = await service.frames(principal, { upload_id, sync: false });
  const [message] = service.messages;
  if (!message) throw new Error('nothing was queued');
  service.messages.length = 0;
  const balance = async () => (await service.getCredits(principal, 0)).topup_balance;
  const job = () => service.getJob(principal.orgId, body.job_id);
  return { principal, upload_id, message, balance, job };
}

const run = () => randomUUID();
const leaseUntil = () => new Date(service.clock.now.getTime() + 60_000);

test('a job is stored before its message is queued', async () => {
  const { message, job } = await queued();
  expect(await job()).toMatchObject({ job_id: message.jobId, status: 'queued' });
});

test('a job that is known to be long goes to those who bring segments together, others to readers', async () => {
  const principal = await service.caller('studio', 1000);
  const { picture } = MINUTE;
  if (!picture) throw new Error('the minute has a picture');
  service.engine.found = {
    ...MINUTE,
    duration: 3 * 3600,
    picture: { ...picture, codedWidth: 1920, codedHeight: 1080 },
    width: 1920,
    height: 1080,
  };
  const film = await service.receiveUpload(principal, 'three hours');
  service.engine.found = MINUTE;
  const ask = async (body: object) => {
    const asked = { ...body, upload_id: film.upload_id, sync: false };
    return (await service.frames(principal, asked)).body.job_id;
  };
  const whole = await ask({ detail: 'overview', signals: 'full' });
  await ask({ detail: 'overview', signals: 'full', end: 60 });
  await ask({ detail: 'overview', signals: 'off' });
  expect(service.messages).toHaveLength(3);
  expect(service.longJobs).toEqual([whole]);
});

test('a message that comes twice works once', async () => {
  const { message, balance } = await queued();
  expect(await service.deliver(message)).toBe('done');
  const draws = service.engine.draws;
  expect(await service.deliver(message)).toBe('done');
  expect(service.engine.draws).toBe(draws);
  expect(await balance()).toBe(98);
});

test('a message of a job that nobody has is done with', async () => {
  expect(await service.deliver({ orgId: 'org_none', jobId: 'job_none' })).toBe('done');
});

test('a second worker leaves a leased job alone, and takes it over when the lease is over', async () => {
  const { message, job } = await queued();
  await service.runs.start({ ...message, run: run() }, service.clock.now, leaseUntil());
  expect(await service.deliver(message)).toEqual({ leasedUntil: leaseUntil().toISOString() });
  expect(await job()).toMatchObject({ status: 'running' });
  later(61);
  expect(await service.deliver(message)).toBe('done');
  expect(await job()).toMatchObject({ status: 'succeeded' });
});

test('a worker that dies after the charge is followed by one that does not charge again', async () => {
  const { message, balance } = await queued();
  const died = new Error('killed');
  service.engine.failures.push(died);
  await expect(service.deliver(message)).rejects.toBe(died);
  expect(await balance()).toBe(98);
  expect(await service.deliver(message)).toBe('done');
  expect(await balance()).toBe(98);
});

test.each([
  ['succeeds', []],
  ['fails', [new DomainError('no_video_stream', 'Broken.')]],
])('what others decoded for a job is deleted when the run after them %s', async (_, failures) => {
  const { principal, message } = await queued();
  const job = await service.jobs.find(principal.orgId, message.jobId);
  const key = `${segmentsFolder(principal.orgId, job?.video_id ?? '', message.jobId)}/outcome.json`;
  service.engine.failures.push(new Error('gone elsewhere'), ...failures);
  await expect(service.deliver(message)).rejects.toThrow('gone elsewhere');
  await service.artifacts.put(key, new Uint8Array(1), 'text/plain');
  expect(await service.deliver(message)).toBe('done');
  expect(await service.artifacts.get(key)).toBeUndefined();
});

test('a run that lost its job can no longer change it', async () => {
  const { message, job } = await queued();
  const first = { ...message, run: run() };
  const started = await service.runs.start(first, service.clock.now, leaseUntil());
  if (started === 'ended' || 'leasedUntil' in started) throw new Error('did not start');
  later(61);
  await service.deliver(message);
  expect(await service.runs.extend(first, leaseUntil())).toBe(false);
  await expect(
    service.runs.succeed(first, started, {
      at: service.clock.now,
      resultKey: 'x',
      cacheHit: false,
      refunds: [],
    }),
  ).rejects.toMatchObject({ name: 'LeaseLost' });
  await service.runs.fail(first, {
    at: service.clock.now,
    error: { type: 'processing_failed', message: 'late' },
  });
  expect(await job()).toMatchObject({ status: 'succeeded', error: null });
});

test('an error that the caller can act on fails the job and refunds it', async () => {
  const { principal, message, balance, job } = await queued();
  service.engine.failures.push(new DomainError('no_video_stream', 'Broken.'));
  expect(await service.deliver(message)).toBe('done');
  expect(await job()).toMatchObject({
    status: 'failed',
    credits_charged: 0,
    error: { type: 'no_video_stream', message: 'Broken.' },
    finished_at: '2026-05-01T12:00:00.000Z',
  });
  expect(await balance()).toBe(100);
  expect((await service.getCredits(principal, 2)).ledger).toMatchObject([
    { reason: 'refund', delta: 2, balance_after: 100, job_id: message.jobId },
    { reason: 'frames:standard', delta: -2, balance_after: 98, job_id: message.jobId },
  ]);
});

test('a call that waits is refused with the error that its job ended with', async () => {
  const { principal, upload_id } = await queued();
  const error = new DomainError('no_video_stream', 'Broken.', { suggestion: { start: 1 } });
  service.engine.failures.push(error);
  const refused = service.frames(principal, { upload_id, detail: 'overview' });
  await expect(refused).rejects.toMatchObject({
    type: 'no_video_stream',
    message: 'Broken.',
    detail: { suggestion: { start: 1 } },
  });
});

test('a defect on the last delivery ends the job with its refund', async () => {
  const { message, balance, job } = await queued();
  for (const lastDelivery of [false, false, true]) {
    service.engine.failures.push(new TypeError('secret'));
    await expect(service.deliver(message, { lastDelivery })).rejects.toThrow('secret');
  }
  expect(await job()).toMatchObject({
    status: 'failed',
    credits_charged: 0,
    error: { type: 'processing_failed' },
  });
  expect(JSON.stringify(await job())).not.toContain('secret');
  expect(await balance()).toBe(100);
});

test('a job that cannot pay when its turn comes fails, and nothing moves', async () => {
  const { principal, upload_id, message, balance, job } = await queued(2);
  const other = await service.frames(principal, { upload_id, detail: 'overview' });
  expect(other.status).toBe(200);
  await service.deliver(message);
  expect(await job()).toMatchObject({ status: 'failed', error: { type: 'insufficient_credits' } });
  expect(await balance()).toBe(1);
});

test('a job that ended has freed its slot, however it ended', async () => {
  const { principal, upload_id, message } = await queued();
  service.engine.failures.push(new DomainError('no_video_stream', 'Broken.'));
  await service.deliver(message);
  for (let round = 0; round < 4; round += 1) {
    const { status } = await service.frames(principal, { upload_id });
    expect(status).toBe(200);
  }
});

test('a job cancelled while it runs stays cancelled and is refunded', async () => {
  const { message, balance, job } = await queued();
  const held = { ...message, run: run() };
  service.engine.failures.push(new Error('killed'));
  await expect(service.deliver(message)).rejects.toThrow('killed');
  expect(await balance()).toBe(98);
  await service.runs.fail(message, {
    at: service.clock.now,
    error: { type: 'invalid_request', message: 'Cancelled.' },
    status: 'cancelled',
  });
  expect(await balance()).toBe(100);
  expect(await service.runs.start(held, service.clock.now, leaseUntil())).toBe('ended');
  expect(await job()).toMatchObject({ status: 'cancelled', credits_charged: 0 });
});

test('a video erased while it is read leaves no byte behind, and the job is cancelled and refunded', async () => {
  const { principal, upload_id, message, balance, job } = await queued();
  const video = await service.videos.findByUpload(principal.orgId, upload_id);
  const { pk, sk } = videoKey(principal.orgId, video?.video_id ?? '');
  service.engine.onDraw = async () => {
    await tables.db.send(new DeleteCommand({ TableName: tables.records, Key: { pk, sk } }));
  };
  expect(await service.deliver(message)).toBe('done');
  service.engine.onDraw = async () => undefined;
  expect(await job()).toMatchObject({ status: 'cancelled', error: { type: 'video_not_found' } });
  expect(await balance()).toBe(100);
  const left = [...service.artifacts.objects.keys()].filter((key) => key.includes(principal.orgId));
  expect(left).toEqual([]);
});

describe('with an idempotency key', () => {
  const caller = async () => {
    const principal = await service.caller('pro');
    const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
    return { principal, upload_id };
  };

  test('many equal calls at once are one job and one charge', async () => {
    const { principal, upload_id } = await caller();
    const body = { upload_id, sync: false, idempotency_key: 'once' };
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => service.frames(principal, body)),
    );
    expect(new Set(answers.map((answer) => answer.body.job_id)).size).toBe(1);
    expect(service.messages.length).toBe(1);
    await service.workOff();
    expect(await service.getCredits(principal, 10)).toMatchObject({
      topup_balance: 98,
      ledger: [{ delta: -2 }, {}, {}],
    });
  });

  test('a repeat is answered with the first result', async () => {
    const { principal, upload_id } = await caller();
    const body = { upload_id, idempotency_key: 'again' };
    const [first, second] = [
      await service.frames(principal, body),
      await service.frames(principal, body),
    ];
    expect(second.body).toMatchObject({ job_id: first.body.job_id, credits_charged: 2 });
  });

  test('the same key with another body is refused', async () => {
    const { principal, upload_id } = await caller();
    await service.frames(principal, { upload_id, idempotency_key: 'k' });
    await expect(
      service.frames(principal, { upload_id, idempotency_key: 'k', qa: false }),
    ).rejects.toMatchObject({
      type: 'invalid_request',
      detail: { reason: 'idempotency_mismatch' },
    });
  });

  test('the same key of two organizations is two calls', async () => {
    for (const { principal, upload_id } of [await caller(), await caller()]) {
      const { status } = await service.frames(principal, { upload_id, idempotency_key: 'k' });
      expect(status).toBe(200);
    }
  });

  test('a first that failed on our side may run again, another failure stays', async () => {
    const { principal, upload_id } = await caller();
    const ask = (key: string) =>
      service.frames(principal, { upload_id, sync: false, idempotency_key: key });
    const first = await ask('ours');
    const [message] = service.messages.splice(0);
    service.engine.failures.push(new Error('down'));
    if (message)
      await expect(service.deliver(message, { lastDelivery: true })).rejects.toThrow('down');
    const second = await ask('ours');
    expect(second.body.job_id).not.toBe(first.body.job_id);

    const broken = await ask('theirs');
    service.engine.failures.push(
      new DomainError('no_video_stream', 'x'),
      new DomainError('no_video_stream', 'x'),
    );
    await service.workOff();
    expect((await ask('theirs')).body.job_id).toBe(broken.body.job_id);
  });
});
