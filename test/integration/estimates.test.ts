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
let otherKey: string;
let dir: string;
let sent: UploadResult;

beforeAll(async () => {
  Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
  const tables = await testTables();
  const { administer } = testService(tables);
  ({ api_key: apiKey } = await administer.createOrg('pro', 10_000 as never));
  ({ api_key: otherKey } = await administer.createOrg('pro', 10_000 as never));
  service = await runningService(tables);
  dir = await mkdtemp(join(tmpdir(), 'estimates-'));
  const file = join(dir, 'talk.mp4');
  const source = 'testsrc=s=320x180:d=14:r=25';
  await ffmpeg('-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', file);
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)]), 'talk.mp4');
  sent = UploadResult.parse((await call('/v1/uploads', { body: form })).body);
}, 60_000);

afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of several kinds are looked into by their members
type Body = any;

async function call(
  path: string,
  init: RequestInit = {},
  key = apiKey,
): Promise<{ status: number; body: Body }> {
  const response = await fetch(service.baseUrl + path, {
    ...(init.body === undefined ? {} : { method: 'POST' }),
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  });
  return { status: response.status, body: await response.json() };
}

const post = (path: string, body: unknown, key = apiKey) =>
  call(path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }, key);

const balance = async () => (await call('/v1/credits?limit=0')).body.topup_balance as number;

test.each([
  { detail: 'detail', start: 1, end: 9.5 },
  { detail: 'standard', overlap: true },
  { start: 2, end: 2.3, cols: 3, rows: 2, sheet_width: 640 },
  { detail: 'single', start: 3 },
  { detail: 'overview' },
  { detail: 'overview', qa: false },
])(
  'an estimate of frames tells what they cost, and what is drawn: %j',
  async (asked) => {
    const body = { upload_id: sent.video.id, ...asked };
    const before = await balance();
    const { status, body: said } = await post('/v1/frames', { ...body, estimate: true });
    expect([status, await balance()]).toEqual([200, before]);
    const { body: frames } = await post('/v1/frames', body);
    expect(said.estimate).toEqual({
      credits: frames.credits_charged,
      cache_hit: frames.cache_hit,
      window: frames.window,
      detail: frames.detail,
      sheets: frames.sheets.length,
      estimated_vision_tokens: frames.total_estimated_vision_tokens,
      wallet: 'topup',
      balance_after: await balance(),
    });
  },
  30_000,
);

test('estimates of a transcript, a question and a batch hold, for a video by its own id', async () => {
  const { id } = sent.video;
  const items = [{ url: id, ref: 'a' }, { upload_id: sent.upload_id }];
  const calls: [string, object][] = [
    ['/v1/transcript', { url: id, end: 8 }],
    ['/v1/watch_video', { upload_id: id, question: 'How many cuts are there?', depth: 'read' }],
    ['/v1/watch_video', { url: id, question: 'How many cuts are there?', depth: 'read' }],
    ['/v1/batches', { items, question: 'Where does it freeze?' }],
  ];
  for (const [path, body] of calls) {
    const before = await balance();
    const { status, body: said } = await post(path, { ...body, estimate: true });
    expect([path, status, await balance()]).toEqual([path, 200, before]);
    const { body: done } = await post(path, body);
    if (done.batch_id) await call(`/v1/batches/${done.batch_id}?wait=30`);
    expect([path, await balance()]).toEqual([path, said.estimate.balance_after]);
    const charged = Math.round((before - said.estimate.balance_after) * 100) / 100;
    expect([path, said.estimate.credits]).toEqual([path, charged]);
  }
}, 60_000);

test.each([
  ['/v1/frames', { detail: 'fine' }, 400, 'window_too_long_for_detail'],
  ['/v1/transcript', { start: 9, end: 8 }, 400, 'invalid_window'],
  ['/v1/watch_video', { schema: { type: 'strin' } }, 400, 'invalid_schema'],
])('an estimate of %s with %j is refused as the call is', async (path, more, status, type) => {
  const body = { upload_id: sent.upload_id, ...more };
  const [said, done] = [await post(path, { ...body, estimate: true }), await post(path, body)];
  expect([said.status, said.body.error.type]).toEqual([status, type]);
  expect(said).toEqual(done);
});

test('the id of a video of nobody, or of another organization, is not found by any call', async () => {
  const question = { question: 'What happens?' };
  for (const [id, key] of [
    ['vid_01ARZ3NDEKTSV4RRFFQ69G5FAV', apiKey],
    [sent.video.id, otherKey],
  ] as const) {
    for (const estimate of [{}, { estimate: true }]) {
      for (const [path, body] of [
        ['/v1/frames', { upload_id: id }],
        ['/v1/transcript', { url: id }],
        ['/v1/watch_video', { upload_id: id, ...question }],
      ] as const) {
        const { status, body: told } = await post(path, { ...body, ...estimate }, key);
        expect([path, status, told.error?.type]).toEqual([path, 404, 'video_not_found']);
      }
    }
    const asked = { items: [{ upload_id: id }], ...question };
    const { body: said } = await post('/v1/batches', { ...asked, estimate: true }, key);
    expect(said.estimate.items[0].error.type).toBe('video_not_found');
    const { body: created } = await post('/v1/batches', asked, key);
    const { body: batch } = await call(`/v1/batches/${created.batch_id}?wait=30`, {}, key);
    expect([batch.status, batch.items[0].error.type]).toEqual(['failed', 'video_not_found']);
  }
});

test('an estimate of a link whose length is not known has no credits, and says why', async () => {
  const { status, body } = await post('/v1/frames', {
    url: 'https://media.example/never-fetched.mp4',
    estimate: true,
  });
  expect([status, body.estimate.credits, typeof body.estimate.reason]).toEqual([
    200,
    null,
    'string',
  ]);
});
