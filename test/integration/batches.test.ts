import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Batch, BatchCreated } from '../../layers/domain/batches/batch.ts';
import { Job, JobList } from '../../layers/domain/jobs/job.ts';
import { type ApiCaller, apiCaller } from '../support/api-caller.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { site } from '../support/sites/sites.ts';
import { testTables } from '../support/tables.ts';

let service: RunningService;
let caller: ApiCaller;
let dir: string;
let uploads: string[];

beforeAll(async () => {
  Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
  const tables = await testTables();
  // The free plan runs two jobs at once: of five items three have to wait.
  const { api_key } = await testService(tables).administer.createOrg('free', 10_000 as never);
  service = await runningService(tables);
  caller = apiCaller(service.baseUrl, api_key);
  dir = await mkdtemp(join(tmpdir(), 'batches-'));
  uploads = await Promise.all(
    ['red', 'green', 'blue', 'white', 'black'].map(async (colour) => {
      const file = join(dir, `${colour}.mp4`);
      const [first, second] = [`color=${colour}:s=160x90:d=1`, 'testsrc=s=160x90:d=1'];
      const joined = ['-filter_complex', '[0][1]concat', '-pix_fmt', 'yuv420p'];
      await quickFfmpeg('-f', 'lavfi', '-i', first, '-f', 'lavfi', '-i', second, ...joined, file);
      return (await caller.upload(file)).upload_id;
    }),
  );
});

afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

const create = (body: object) => caller.post(BatchCreated, '/v1/batches', body);
const read = (batchId: string, wait = 0) =>
  caller.get(Batch, `/v1/batches/${batchId}?wait=${wait}`);

test('items wait for slots, keep their order, and a video that is not there fails in its place', async () => {
  const items = uploads.map((upload_id, at) => ({ upload_id, ref: `clip ${at}` }));
  const unknown = { upload_id: 'upl_01ARZ3NDEKTSV4RRFFQ69G5FAV', ref: 'nobody' };
  const asked = { question: 'How many cuts are there?', items: [...items, unknown] };
  const created = await create(asked);
  expect(created).toMatchObject({ verb: 'watch_video', status: 'queued', total: 6 });
  // Whoever looks starts what there is room for, however many look at once.
  await Promise.all(Array.from({ length: 6 }, () => read(created.batch_id)));
  const batch = await read(created.batch_id, 60);
  expect(batch).toMatchObject({ status: 'partial', total: 6, done: 5, failed: 1 });
  expect(batch.items.map(({ ref, status }) => [ref, status])).toEqual([
    ...items.map(({ ref }) => [ref, 'succeeded']),
    ['nobody', 'failed'],
  ]);
  expect(batch.items[0]?.answer).toBe('There is 1 cut. [1s]');
  expect(batch.items[5]?.error?.type).toBe('video_not_found');
  expect(batch.credits_charged).toBe(6);
});

test('the same batch under its key is one batch, and another body under it is refused', async () => {
  const body = {
    items: [{ upload_id: uploads[0], question: 'Is there a freeze?' }],
    idempotency_key: 'k1',
  };
  const [first, again] = [await create(body), await create(body)];
  expect(again.batch_id).toBe(first.batch_id);
  const other = { ...body, question: 'Is it black?' };
  const { status, error } = await caller.refusedPost('/v1/batches', other);
  expect([status, error.reason]).toEqual([400, 'idempotency_mismatch']);
});

test('a batch that was cancelled starts nothing more, and what it had not answered is not paid', async () => {
  const items = uploads.map((upload_id) => ({ upload_id, question: 'When does it flash?' }));
  const created = await create({ items });
  const ended = await caller.post(Batch, `/v1/batches/${created.batch_id}/cancel`);
  expect(['cancelled', 'succeeded']).toContain(ended.status);
  const states = ended.items.map(({ status }) => status);
  expect(states.filter((state) => state === 'queued' || state === 'running')).toEqual([]);
  expect(await read(created.batch_id)).toEqual(ended);
});

test('a batch is partial where one item was answered and the job of another was cancelled', async () => {
  const silent = await site(() => undefined);
  const items = [{ upload_id: uploads[0] }, { url: `${silent.origin}/never.mp4` }];
  const { batch_id } = await create({ items, question: 'When does the picture fade?' });
  let batch = await read(batch_id, 1);
  while (batch.done === 0) batch = await read(batch_id, 1);
  expect(batch).toMatchObject({ status: 'running', done: 1 });
  const { jobs } = await caller.get(JobList, '/v1/jobs?limit=10');
  const open = jobs.find(({ status }) => status === 'queued' || status === 'running');
  await caller.post(Job, `/v1/jobs/${open?.job_id}/cancel`);
  expect(await read(batch_id, 60)).toMatchObject({
    status: 'partial',
    done: 1,
    failed: 0,
    items: [{ status: 'succeeded' }, { status: 'cancelled', credits_charged: 0 }],
  });
  await silent.close();
});

test('a batch is cancelled where the jobs of all its items were', async () => {
  const silent = await site(() => undefined);
  const { batch_id } = await create({ items: [{ url: `${silent.origin}/never.mp4` }] });
  const { jobs } = await caller.get(JobList, '/v1/jobs?limit=1');
  await caller.post(Job, `/v1/jobs/${jobs[0]?.job_id}/cancel`);
  expect(await read(batch_id, 60)).toMatchObject({ status: 'cancelled', done: 0, failed: 0 });
  await silent.close();
});

test('what was found and does not fit its schema is null, and not said to be in the value', async () => {
  const schemaOf = (minimum: number) => ({ properties: { cuts: { type: 'integer', minimum } } });
  const items = [1, 5].map((minimum) => ({ upload_id: uploads[2], schema: schemaOf(minimum) }));
  const { batch_id } = await create({ items, question: 'Fill it.' });
  const batch = await read(batch_id, 60);
  expect(batch.items).toMatchObject([
    { answer: 'What was found is in `value`.', value: { cuts: 1 } },
    {
      answer: 'Nothing that was read answers this.',
      value: { cuts: null },
      unanswered: [{ field: 'cuts', reason: 'What was found does not fit the schema here.' }],
    },
  ]);
});

test.each([
  ['no item', { items: [] }],
  ['more than twenty', { items: Array.from({ length: 21 }, () => ({ upload_id: 'upl_x' })) }],
  ['an item with two videos', { items: [{ upload_id: 'upl_x', url: 'https://v.example/a.mp4' }] }],
  ['a malformed schema', { items: [{ upload_id: 'upl_x' }], schema: { type: 'strin' } }],
])('a batch of %s is refused, and starts nothing', async (_, body) => {
  const { status } = await caller.refusedPost('/v1/batches', body);
  expect(status).toBe(400);
});

test.each(['61', '-1', 'x', '0x5'])('a wait of %s is refused', async (wait) => {
  const path = `/v1/batches/bat_01ARZ3NDEKTSV4RRFFQ69G5FAV?wait=${wait}`;
  const { status, error } = await caller.refusedGet(path);
  expect([status, error.type]).toEqual([400, 'invalid_request']);
});

test('a batch of nobody is not found', async () => {
  const path = '/v1/batches/bat_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const { status, error } = await caller.refusedGet(path);
  expect([status, error.type]).toEqual([404, 'video_not_found']);
});
