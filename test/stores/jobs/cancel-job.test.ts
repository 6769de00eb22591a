import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoJobsUnderWay } from '../../../layers/adapters/dynamo/jobs/jobs-under-way.ts';
import * as rowKeys from '../../../layers/adapters/dynamo/keys.ts';
import { makeCancelJob } from '../../../layers/app/jobs/cancel-job.ts';
import { segmentsFolder } from '../../../layers/domain/videos/video-folder.ts';
import { memoryArtifacts } from '../../support/fakes/memory-artifacts.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof testService>;

let tables: Awaited<ReturnType<typeof testTables>>;
let jobsUnderWay: ReturnType<typeof dynamoJobsUnderWay>;

beforeAll(async () => {
  tables = await testTables();
  service = testService(tables);
  jobsUnderWay = dynamoJobsUnderWay(tables.db, tables.records);
});
beforeEach(() => {
  service.messages.length = 0;
  service.engine.onDraw = async () => undefined;
});

const cancel = (orgId: string, jobId: string) =>
  makeCancelJob({ ...service, now: () => service.clock.now })(orgId, jobId);
const list = (orgId: string, limit = 20) => service.listJobs(orgId, { limit });

async function queued() {
  const principal = await service.caller('free');
  const { orgId } = principal;
  const { upload_id } = await service.receiveUpload(principal, `bytes of ${orgId}`);
  const ask = async (detail = 'standard') =>
    (await service.frames(principal, { upload_id, detail, sync: false })).body.job_id;
  const jobId = await ask();
  const [message] = service.messages.splice(0);
  if (!message) throw new Error('nothing was queued');
  const balance = async () => (await service.getCredits(principal, 0)).topup_balance;
  return { orgId, ask, jobId, message, balance };
}

test('a queued job is cancelled, its slot is free, and its message finds nothing to do', async () => {
  const { orgId, ask, jobId, message, balance } = await queued();
  expect(await jobsUnderWay(orgId)).toBe(1);
  expect(await cancel(orgId, jobId)).toMatchObject({
    status: 'cancelled',
    error: { type: 'invalid_request', reason: 'cancelled' },
    finished_at: service.clock.now.toISOString(),
  });
  expect(await jobsUnderWay(orgId)).toBe(0);
  const draws = service.engine.draws;
  expect(await service.deliver(message)).toBe('done');
  expect(service.engine.draws).toBe(draws);
  expect(await balance()).toBe(100);
  for (const detail of ['overview', 'standard']) await ask(detail);
});

test('a running job is cancelled with its refund; its worker ends without an end of its own', async () => {
  const { orgId, jobId, message, balance } = await queued();
  service.engine.onDraw = async () => {
    expect(await balance()).toBe(98);
    await cancel(orgId, jobId);
    throw new Error('stopped by its beat');
  };
  expect(await service.deliver(message)).toBe('done');
  expect(await service.getJob(orgId, jobId)).toMatchObject({
    status: 'cancelled',
    credits_charged: 0,
  });
  expect(await balance()).toBe(100);
});

test('what was decoded for a job is deleted with its cancel, and of no other job', async () => {
  const { orgId, jobId } = await queued();
  const artifacts = memoryArtifacts();
  const job = await service.jobs.find(orgId, jobId);
  const keys = [jobId, 'job_other'].map(
    (id) => `${segmentsFolder(orgId, job?.video_id ?? '', id)}/a`,
  );
  for (const key of keys) await artifacts.put(key, new Uint8Array(1), 'text/plain');
  await makeCancelJob({ ...service, artifacts, now: () => service.clock.now })(orgId, jobId);
  expect([...artifacts.objects.keys()]).toEqual(keys.slice(1));
});

test('a cancel that comes just before the end wins over the result', async () => {
  const { orgId, jobId, message, balance } = await queued();
  service.engine.onDraw = async () => void (await cancel(orgId, jobId));
  expect(await service.deliver(message)).toBe('done');
  expect(await service.getJob(orgId, jobId)).toMatchObject({ status: 'cancelled' });
  expect(await balance()).toBe(100);
});

test('cancelling twice is the same as once, and what has ended stays as it ended', async () => {
  const { orgId, ask, jobId, balance } = await queued();
  const first = await cancel(orgId, jobId);
  expect(await cancel(orgId, jobId)).toEqual(first);
  const other = await ask();
  await service.workOff();
  expect(await cancel(orgId, other)).toMatchObject({ status: 'succeeded', credits_charged: 2 });
  expect(await balance()).toBe(98);
});

test('many cancels at once give back once', async () => {
  const { orgId, jobId, message, balance } = await queued();
  const run = { ...message, run: randomUUID() };
  service.engine.failures.push(new Error('killed'));
  await expect(service.deliver(message)).rejects.toThrow('killed');
  await service.runs.extend(run, service.clock.now);
  expect(await balance()).toBe(98);
  const ends = await Promise.all(Array.from({ length: 10 }, () => cancel(orgId, jobId)));
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['cancelled']));
  expect(await balance()).toBe(100);
});

test("an unknown job and another organization's are not found, in the same words", async () => {
  const { jobId } = await queued();
  const { orgId } = await service.caller();
  const refusals = await Promise.all(
    [jobId, 'job_none'].map((id) => cancel(orgId, id).catch((error: Error) => error.message)),
  );
  expect(new Set(refusals).size).toBe(1);
  await expect(cancel(orgId, jobId)).rejects.toMatchObject({ type: 'video_not_found' });
});

test('jobs are listed newest first, as many as asked, and only of the organization', async () => {
  const { orgId, ask, jobId } = await queued();
  const second = await ask('overview');
  await service.workOff();
  const { jobs } = await list(orgId);
  expect(jobs.map(({ job_id }) => job_id)).toEqual([second, jobId]);
  expect(jobs[0]).not.toHaveProperty('result');
  expect((await list(orgId, 1)).jobs.map(({ job_id }) => job_id)).toEqual([second]);
  expect(await list((await service.caller()).orgId)).toEqual({ jobs: [], next: null });
});

test('the jobs of one video are listed without those of another, the newest first', async () => {
  const { orgId, ask, jobId } = await queued();
  const second = await ask('overview');
  const [{ video_id } = { video_id: '' }] = (await list(orgId)).jobs;
  const of = async (id: string) =>
    (await service.listJobs(orgId, { limit: 20, video_id: id })).jobs.map((job) => job.job_id);
  expect(await of(video_id)).toEqual([second, jobId]);
  expect(await of('vid_other')).toEqual([]);
});

test('a job that cannot be read is left out of the list, which goes on behind it', async () => {
  const { orgId, ask, jobId } = await queued();
  const second = await ask('overview');
  const [{ video_id } = { video_id: '' }] = (await list(orgId)).jobs;
  await tables.db.send(
    new UpdateCommand({
      TableName: tables.records,
      Key: rowKeys.job(orgId, second),
      UpdateExpression: 'SET operation = :of_a_later_release',
      ExpressionAttributeValues: { ':of_a_later_release': 'dream' },
    }),
  );
  for (const query of [{ limit: 1 }, { limit: 20 }, { limit: 20, video_id }]) {
    const { jobs, next } = await service.listJobs(orgId, query);
    expect([jobs.map((job) => job.job_id), next]).toEqual([[jobId], null]);
  }
  expect(new Set(service.passedOver)).toEqual(
    new Set([expect.stringMatching(`^the row JOB#${second} .* cannot be read · operation$`)]),
  );
});
