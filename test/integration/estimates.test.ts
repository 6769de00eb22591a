import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreditsResult } from '../../layers/domain/accounts/credits-result.ts';
import { Batch, BatchCreated } from '../../layers/domain/batches/batch.ts';
import {
  BatchEstimated,
  CallEstimated,
  QuestionEstimated,
} from '../../layers/domain/calls/estimate.ts';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { Answer } from '../../layers/domain/questions/question.ts';
import { TranscriptResult } from '../../layers/domain/transcript/transcript.ts';
import type { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { type ApiCaller, apiCaller } from '../support/api-caller.ts';
import { asMany } from '../support/breadth.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { testTables } from '../support/tables.ts';

let service: RunningService;
let caller: ApiCaller;
let stranger: ApiCaller;
let dir: string;
let sent: UploadResult;

beforeAll(async () => {
  Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
  const tables = await testTables();
  const { administer } = testService(tables);
  const [own, other] = [
    await administer.createOrg('pro', 10_000 as never),
    await administer.createOrg('pro', 10_000 as never),
  ];
  service = await runningService(tables);
  caller = apiCaller(service.baseUrl, own.api_key);
  stranger = apiCaller(service.baseUrl, other.api_key);
  dir = await mkdtemp(join(tmpdir(), 'estimates-'));
  const file = join(dir, 'talk.mp4');
  const source = 'testsrc=s=320x180:d=14:r=25';
  await quickFfmpeg('-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', file);
  sent = await caller.upload(file);
});

afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

const balance = async () => (await caller.get(CreditsResult, '/v1/credits?limit=0')).topup_balance;

const USUAL = [
  { detail: 'detail', start: 1, end: 9.5 },
  { detail: 'standard', overlap: true },
  { start: 2, end: 2.3, cols: 3, rows: 2, sheet_width: 640 },
  { detail: 'overview', qa: false },
];
const MORE = [{ detail: 'single', start: 3 }, { detail: 'overview' }];

test.each<object>(asMany(USUAL, [...USUAL, ...MORE]))(
  'an estimate of frames tells what they cost, and what is drawn: %j',
  async (asked) => {
    const body = { upload_id: sent.video.id, ...asked };
    const before = await balance();
    const said = await caller.post(CallEstimated, '/v1/frames', { ...body, estimate: true });
    expect(await balance()).toBe(before);
    const frames = await caller.post(FramesResult, '/v1/frames', body);
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
);

test('estimates of a transcript, a question and a batch hold, for a video by its own id', async () => {
  const { id } = sent.video;
  const items = [{ url: id, ref: 'a' }, { upload_id: sent.upload_id }];
  const question = { question: 'How many cuts are there?', depth: 'read' };
  const [transcript, watch, batches] = ['/v1/transcript', '/v1/watch_video', '/v1/batches'];
  const done = {
    transcript: (body: object) => caller.post(TranscriptResult, transcript, body),
    watch: (body: object) => caller.post(Answer, watch, body),
    async batch(body: object) {
      const { batch_id } = await caller.post(BatchCreated, batches, body);
      await caller.get(Batch, `${batches}/${batch_id}?wait=30`);
    },
  };
  const calls = [
    { path: transcript, of: CallEstimated, body: { url: id, end: 8 }, make: done.transcript },
    { path: watch, of: QuestionEstimated, body: { upload_id: id, ...question }, make: done.watch },
    { path: watch, of: QuestionEstimated, body: { url: id, ...question }, make: done.watch },
    {
      path: batches,
      of: BatchEstimated,
      make: done.batch,
      body: { items, question: 'Where does it freeze?' },
    },
  ];
  for (const { path, of, body, make } of calls) {
    const before = await balance();
    const { estimate } = await caller.post(of, path, { ...body, estimate: true });
    expect([path, await balance()]).toEqual([path, before]);
    await make(body);
    const after = estimate.balance_after ?? Number.NaN;
    expect([path, await balance()]).toEqual([path, after]);
    const charged = Math.round((before - after) * 100) / 100;
    expect([path, estimate.credits]).toEqual([path, charged]);
  }
});

test.each([
  ['/v1/frames', { detail: 'fine' }, 400, 'window_too_long_for_detail'],
  ['/v1/transcript', { start: 9, end: 8 }, 400, 'invalid_window'],
  ['/v1/watch_video', { schema: { type: 'strin' } }, 400, 'invalid_schema'],
])('an estimate of %s with %j is refused as the call is', async (path, more, status, type) => {
  const body = { upload_id: sent.upload_id, ...more };
  const said = await caller.refusedPost(path, { ...body, estimate: true });
  const done = await caller.refusedPost(path, body);
  expect([said.status, said.error.type]).toEqual([status, type]);
  expect(said).toEqual(done);
});

test('the id of a video of nobody, or of another organization, is not found by any call', async () => {
  const question = { question: 'What happens?' };
  for (const [id, asker] of [
    ['vid_01ARZ3NDEKTSV4RRFFQ69G5FAV', caller],
    [sent.video.id, stranger],
  ] as const) {
    for (const estimate of [{}, { estimate: true }]) {
      for (const [path, body] of [
        ['/v1/frames', { upload_id: id }],
        ['/v1/transcript', { url: id }],
        ['/v1/watch_video', { upload_id: id, ...question }],
      ] as const) {
        const { status, error } = await asker.refusedPost(path, { ...body, ...estimate });
        expect([path, status, error.type]).toEqual([path, 404, 'video_not_found']);
      }
    }
    const asked = { items: [{ upload_id: id }], ...question };
    const estimated = { ...asked, estimate: true };
    const { estimate } = await asker.post(BatchEstimated, '/v1/batches', estimated);
    expect(estimate.items[0]?.error?.type).toBe('video_not_found');
    const { batch_id } = await asker.post(BatchCreated, '/v1/batches', asked);
    const { status, items } = await asker.get(Batch, `/v1/batches/${batch_id}?wait=30`);
    expect([status, items[0]?.error?.type]).toEqual(['failed', 'video_not_found']);
  }
});

test('an estimate of a link whose length is not known has no credits, and says why', async () => {
  const { estimate } = await caller.post(CallEstimated, '/v1/frames', {
    url: 'https://media.example/never-fetched.mp4',
    estimate: true,
  });
  expect([estimate.credits, typeof estimate.reason]).toEqual([null, 'string']);
});
