import { dynamoDueJobs } from '../../../layers/adapters/dynamo/jobs/due-jobs.ts';
import { dynamoJobsUnderWay } from '../../../layers/adapters/dynamo/jobs/jobs-under-way.ts';
import { makeSweepJobs } from '../../../layers/app/jobs/sweep-jobs.ts';
import { makeEraseVideo } from '../../../layers/app/videos/erase-video.ts';
import type { Tier } from '../../../layers/domain/accounts/plans.ts';
import { JsonStream, jsonValue } from '../../../layers/domain/json-stream.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
const service = testService(tables);
const jobsUnderWay = dynamoJobsUnderWay(tables.db, tables.records);

beforeEach(() => {
  service.messages.length = 0;
});

/** A caller who has paid for a whole video at `standard`: 2 credits. */
async function paid(credits = 100, tier: Tier = 'free') {
  const principal = await service.caller(tier, credits);
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
  await service.frames(principal, { upload_id, detail: 'standard' });
  const ask = (body: object = {}) =>
    service.frames(principal, { upload_id, detail: 'standard', ...body });
  const account = () => service.getCredits(principal, 200);
  return { principal, upload_id, ask, account };
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

test('an answer that is being sent is one of the jobs at once, until its last byte', async () => {
  const { principal, upload_id, ask } = await paid();
  const send = () => service.sendFrames(principal, { upload_id, detail: 'standard' });
  const answers = [await send(), await send()];
  await expect(send()).rejects.toMatchObject({
    type: 'rate_limited',
    message: expect.stringContaining('2 jobs at once'),
  });
  await expect(ask({ start: 1, detail: 'overview' })).rejects.toMatchObject({
    type: 'rate_limited',
  });
  // One that is not sent needs none.
  expect((await ask({ sync: false })).status).toBe(200);
  for (const { body } of answers) expect(await jsonValue(body)).toMatchObject({ cache_hit: true });
  for (let repeat = 0; repeat < 3; repeat += 1) expect((await ask()).status).toBe(200);
});

test('the slot of an answer that nobody reads to its end is free, and one of a dead sender later', async () => {
  const { principal, upload_id, ask } = await paid();
  const send = async () => {
    const { body } = await service.sendFrames(principal, { upload_id, detail: 'standard' });
    if (!(body instanceof JsonStream)) throw new Error('it is not sent as a stream');
    return body.chunks;
  };
  for (let caller = 0; caller < 3; caller += 1) {
    for await (const _ of await send()) break;
  }
  // Their process dies before anything is sent.
  await send();
  await send();
  await expect(ask()).rejects.toMatchObject({ type: 'rate_limited' });
  service.clock.now = new Date(service.clock.now.getTime() + 16 * 60_000);
  const sweep = makeSweepJobs({
    dueJobs: dynamoDueJobs(tables.db, tables.records),
    runs: service.runs,
    readyJobs: service.readyJobs,
    queue: { send: async () => undefined },
    waiting: async () => 0,
    now: () => service.clock.now,
    maxRuns: 3,
  });
  expect(await sweep()).toEqual({ requeued: 0, given_up: 0 });
  expect((await ask()).status).toBe(200);
  const jobs = await service.jobs.list(principal.orgId, 20);
  expect(jobs.every(({ status }) => status === 'succeeded')).toBe(true);
});

test('erasing a video frees the slot of an answer whose sender died', async () => {
  const { principal, upload_id } = await paid();
  await service.sendFrames(principal, { upload_id, detail: 'standard' });
  expect(await jobsUnderWay(principal.orgId)).toBe(1);
  const video = await service.videos.findByUpload(principal.orgId, upload_id);
  await makeEraseVideo(service.erasing)(principal.orgId, video?.video_id ?? '');
  expect(await jobsUnderWay(principal.orgId)).toBe(0);
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
  const { ask, account } = await paid(4, 'pro');
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

/** What an organization has stored, less what is lost by its store. */
function lose(orgId: string, name: string) {
  const keys = [...service.artifacts.objects.keys()];
  const lost = keys.filter((key) => key.includes(orgId) && key.endsWith(name));
  expect(lost).toHaveLength(1);
  for (const key of lost) service.artifacts.objects.delete(key);
}

test.each(['result.json', 'sheet-3.jpg'])(
  'without its %s a result is drawn anew by a worker, for the same fifth',
  async (name) => {
    const { principal, ask, account } = await paid();
    lose(principal.orgId, name);
    const draws = service.engine.draws;
    const { body } = await ask({ return: 'base64' });
    expect(body).toMatchObject({ cache_hit: true, credits_charged: 0.4 });
    expect(service.engine.draws).toBe(draws + 1);
    expect(await account()).toMatchObject({ topup_balance: 97.6 });
  },
);

test.each(['result.json', 'sheet-3.jpg'])(
  'a repeat under a key whose result has lost its %s is drawn anew, and free',
  async (name) => {
    const principal = await service.caller('free');
    const { upload_id } = await service.receiveUpload(principal, `bytes of ${principal.orgId}`);
    const call = { upload_id, detail: 'standard', idempotency_key: 'once' };
    const { body: first } = await service.frames(principal, call);
    lose(principal.orgId, name);
    const draws = service.engine.draws;
    const { body: again } = await service.frames(principal, call);
    expect(service.engine.draws).toBe(draws + 1);
    expect(again).toMatchObject({ cache_hit: true, credits_charged: 0, total_frames: 300 });
    expect(again.job_id).not.toBe(first.job_id);
    // From then on the key has the new job.
    expect((await service.frames(principal, call)).body.job_id).toBe(again.job_id);
    expect(service.engine.draws).toBe(draws + 1);
    expect((await service.getCredits(principal, 10)).topup_balance).toBe(98);
  },
);

test('a job whose result is gone says so, and how to have it again', async () => {
  const { principal, ask } = await paid();
  const { body } = await ask({ sync: false });
  lose(principal.orgId, 'result.json');
  await expect(service.getJob(principal.orgId, body.job_id)).rejects.toMatchObject({
    type: 'video_not_found',
    message: expect.stringContaining('Send its call again'),
  });
});
