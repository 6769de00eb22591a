import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UploadResult } from '../../layers/domain/upload.ts';
import { ffmpeg } from '../support/clips/ffmpeg.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { testTables } from '../support/tables.ts';

let service: RunningService;
let apiKey: string;
let dir: string;
let uploads: string[];

beforeAll(async () => {
  Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
  const tables = await testTables();
  // The free plan runs two jobs at once: of five items three have to wait.
  ({ api_key: apiKey } = await testService(tables).administer.createOrg('free', 10_000 as never));
  service = await runningService(tables);
  dir = await mkdtemp(join(tmpdir(), 'batches-'));
  uploads = await Promise.all(
    ['red', 'green', 'blue', 'white', 'black'].map(async (colour) => {
      const file = join(dir, `${colour}.mp4`);
      const [first, second] = [`color=${colour}:s=160x90:d=1`, 'testsrc=s=160x90:d=1'];
      const joined = ['-filter_complex', '[0][1]concat', '-pix_fmt', 'yuv420p'];
      await ffmpeg('-f', 'lavfi', '-i', first, '-f', 'lavfi', '-i', second, ...joined, file);
      const form = new FormData();
      form.set('file', new Blob([await readFile(file)]), `${colour}.mp4`);
      const response = await call('/v1/uploads', { body: form });
      return UploadResult.parse(response.body).upload_id;
    }),
  );
}, 60_000);

afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of several kinds are looked into by their members
type Body = any;

async function call(path: string, init: RequestInit = {}): Promise<{ status: number; body: Body }> {
  const response = await fetch(service.baseUrl + path, {
    ...(init.body === undefined ? {} : { method: 'POST' }),
    ...init,
    headers: { authorization: `Bearer ${apiKey}`, ...init.headers },
  });
  return { status: response.status, body: await response.json() };
}

const post = (path: string, body: unknown) =>
  call(path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

test('items wait for slots, keep their order, and a video that is not there fails in its place', async () => {
  const items = uploads.map((upload_id, at) => ({ upload_id, ref: `clip ${at}` }));
  const unknown = { upload_id: 'upl_01ARZ3NDEKTSV4RRFFQ69G5FAV', ref: 'nobody' };
  const asked = { question: 'How many cuts are there?', items: [...items, unknown] };
  const { body: created } = await post('/v1/batches', asked);
  expect(created).toMatchObject({ verb: 'watch_video', status: 'queued', total: 6 });
  // Whoever looks starts what there is room for, however many look at once.
  const looks = Array.from({ length: 6 }, () => call(`/v1/batches/${created.batch_id}`));
  for (const { status } of await Promise.all(looks)) expect(status).toBe(200);
  const { body: batch } = await call(`/v1/batches/${created.batch_id}?wait=60`);
  expect(batch).toMatchObject({ status: 'partial', total: 6, done: 5, failed: 1 });
  expect(batch.items.map(({ ref, status }: Body) => [ref, status])).toEqual([
    ...items.map(({ ref }) => [ref, 'succeeded']),
    ['nobody', 'failed'],
  ]);
  expect(batch.items[0].answer).toBe('There is 1 cut. [1s]');
  expect(batch.items[5].error.type).toBe('video_not_found');
  expect(batch.credits_charged).toBe(6);
}, 90_000);

test('the same batch under its key is one batch, and another body under it is refused', async () => {
  const body = {
    items: [{ upload_id: uploads[0], question: 'Is there a freeze?' }],
    idempotency_key: 'k1',
  };
  const [first, again] = [await post('/v1/batches', body), await post('/v1/batches', body)];
  expect(again.body.batch_id).toBe(first.body.batch_id);
  const other = await post('/v1/batches', { ...body, question: 'Is it black?' });
  expect([other.status, other.body.error.reason]).toEqual([400, 'idempotency_mismatch']);
}, 60_000);

test('a batch that was cancelled starts nothing more, and what it had not answered is not paid', async () => {
  const items = uploads.map((upload_id) => ({ upload_id, question: 'When does it flash?' }));
  const { body: created } = await post('/v1/batches', { items });
  const { body: ended } = await call(`/v1/batches/${created.batch_id}/cancel`, {
    method: 'POST',
  });
  expect(['cancelled', 'succeeded']).toContain(ended.status);
  const states = ended.items.map(({ status }: Body) => status);
  expect(states.filter((state: string) => state === 'queued' || state === 'running')).toEqual([]);
  const { body: again } = await call(`/v1/batches/${created.batch_id}`);
  expect(again).toEqual(ended);
}, 60_000);

test.each([
  ['no item', { items: [] }],
  ['more than twenty', { items: Array.from({ length: 21 }, () => ({ upload_id: 'upl_x' })) }],
  ['an item with two videos', { items: [{ upload_id: 'upl_x', url: 'https://v.example/a.mp4' }] }],
  ['a malformed schema', { items: [{ upload_id: 'upl_x' }], schema: { type: 'strin' } }],
])('a batch of %s is refused, and starts nothing', async (_, body) => {
  const { status } = await post('/v1/batches', body);
  expect(status).toBe(400);
});

test.each(['61', '-1', 'x'])('a wait of %s is refused', async (wait) => {
  const { status, body } = await call(`/v1/batches/bat_01ARZ3NDEKTSV4RRFFQ69G5FAV?wait=${wait}`);
  expect([status, body.error.type]).toEqual([400, 'invalid_request']);
});

test('a batch of nobody is not found', async () => {
  const { status, body } = await call('/v1/batches/bat_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  expect([status, body.error.type]).toEqual([404, 'video_not_found']);
});
