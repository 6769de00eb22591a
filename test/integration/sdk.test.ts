import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type FramesRequest,
  VideoReader,
  VideoReaderError,
  verifyWebhook,
} from '../../sdk/src/index.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { testTables } from '../support/tables.ts';
import { type Line, weakLine } from '../support/weak-line.ts';

let service: RunningService;
let line: Line;
let dir: string;
let file: string;
let upload_id: string;
let client: VideoReader;
let webhookSecret: string;
let apiKey: string;

beforeAll(async () => {
  Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
  const tables = await testTables();
  const { administer, webhookSecrets } = testService(tables);
  const { org_id, api_key } = await administer.createOrg('pro', 100_000 as never);
  apiKey = api_key;
  webhookSecret = await webhookSecrets.of(org_id);
  service = await runningService(tables);
  line = await weakLine(Number(new URL(service.baseUrl).port));
  client = new VideoReader({ baseUrl: `http://127.0.0.1:${line.port}`, apiKey });
  dir = await mkdtemp(join(tmpdir(), 'sdk-'));
  file = join(dir, 'two shots.mp4');
  const [first, second] = ['color=red:s=160x90:d=5', 'testsrc=s=160x90:d=9'];
  const joined = ['-filter_complex', '[0][1]concat', '-pix_fmt', 'yuv420p'];
  await quickFfmpeg('-f', 'lavfi', '-i', first, '-f', 'lavfi', '-i', second, ...joined, file);
  ({ upload_id } = await client.upload(file));
});

afterAll(async () => {
  await line.close();
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Draws small sheets, and measures nothing. */
const QUICK = { sheet_width: 400, signals: false, qa: false } as const;

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const charges = async () => (await client.credits({ limit: 200 })).ledger.length;

test('a path and a Blob are sent, and their progress is told to the last byte', async () => {
  const seen: number[] = [];
  const blob = await openAsBlob(file);
  const onProgress = (sent: number, of: number) => void seen.push(sent / of);
  const result = await client.upload(blob, { filename: 'renamed.mp4', onProgress });
  expect(result.received_bytes).toBe(blob.size);
  expect(result.video.duration).toBe(14);
  expect(seen).toEqual([0, 1]);
});

test('whoever has a ticket sends a file without a credential', async () => {
  const { ticket } = await client.ticket();
  const stranger = new VideoReader({ baseUrl: service.baseUrl });
  const { video } = await stranger.upload(file, { ticket });
  expect(video.width).toBe(160);
  const used = stranger.upload(file, { ticket });
  await expect(used).rejects.toMatchObject({ type: 'unauthorized' });
});

test('frames come as the result, as a job, and as a price', async () => {
  const asked = { upload_id, detail: 'single', start: 6 } as const;
  const estimate = await client.frames({ ...asked, end: 6.1, estimate: true });
  expect(estimate).toMatchObject({ credits: 1, detail: 'single' });
  const result = await client.frames({ ...asked, end: 6.1 });
  expect(result.sheets[0]?.frame_times).toEqual([6]);
  const job = await client.frames({ ...asked, end: 6.1, sync: false });
  const states: string[] = [];
  const again = await job.wait({ onProgress: ({ status }) => void states.push(status) });
  expect(again).toMatchObject({ cache_hit: true, job_id: job.id });
  expect(states.at(-1)).toBe('succeeded');
  expect(await client.job(job.id).read()).toMatchObject({ status: 'succeeded' });
  const newest = await client.jobs({ limit: 1 });
  expect(newest).toMatchObject({ jobs: [{ job_id: job.id }], next: job.id });
  const { jobs } = await client.jobs({ limit: 1, next: job.id });
  expect(jobs).toMatchObject([{ job_id: result.job_id }]);
});

test('a window that one call does not cover is walked: every second once, none left out', async () => {
  const seen: number[] = [];
  const walk = client.framesInParts({ upload_id, detail: 'detail', ...QUICK });
  for await (const part of walk) seen.push(...part.sheets.flatMap((sheet) => sheet.frame_times));
  // Five a second over 14 seconds, of which a call covers 12.
  expect(seen).toEqual(Array.from({ length: 70 }, (_, at) => at / 5));
});

test('so is one that its level refuses as too long, in lengths that it takes', async () => {
  const asked = { upload_id, detail: 'fine', start: '0:00.5', end: 12 } as const;
  const times: number[] = [];
  for await (const part of client.framesInParts({ ...asked, cols: 6, rows: 5, ...QUICK }))
    times.push(...part.sheets.flatMap((sheet) => sheet.frame_times));
  expect(times).toHaveLength(115);
  expect(times[0]).toBeCloseTo(0.48, 5);
  expect(new Set(times).size).toBe(115);
});

test('a refused call carries what works instead', async () => {
  const asked = { upload_id, detail: 'motion', start: 1, end: 9, rows: 9, ...QUICK } as const;
  const error = await client.frames(asked).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ type: 'window_too_long_for_detail', maxWindowSeconds: 3 });
  const { suggestion } = error as { suggestion: object };
  expect((await client.frames({ ...asked, ...suggestion })).detail).toBe('motion');
});

test('a call whose answer was lost on its way is made once and paid once', async () => {
  const before = await charges();
  let cut = false;
  const cutting = new VideoReader({
    baseUrl: `http://127.0.0.1:${line.port}`,
    apiKey,
    wait: async () => line.mend(),
    // The call arrives, and the line breaks before its answer does.
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (cut) return answer;
      cut = true;
      line.break();
      await answer.body?.cancel();
      throw new TypeError('the line broke');
    },
  });
  const { credits_charged } = await cutting.frames({ upload_id, start: 0, end: 3 });
  expect(credits_charged).toBeGreaterThan(0);
  expect(await charges()).toBe(before + 1);
});

test('what is said comes part by part, and of silence nothing', async () => {
  const parts = [];
  for await (const part of client.transcriptInParts({ upload_id })) parts.push(part);
  expect(parts).toEqual([expect.objectContaining({ text: '', status: 'succeeded' })]);
});

test('a question is answered; a new one tells how to ask on, and that request works', async () => {
  const asked = { upload_id, question: 'How many cuts are there?' };
  expect(await client.watch(asked)).toMatchObject({ answer: 'There is 1 cut. [5s]' });
  const again = await client.watch({ ...asked, question: 'Is there a freeze?' });
  if (!('next' in again)) throw new Error('the video was not read before');
  const followUp = await client.watch(again.next.follow_up);
  expect(followUp).toMatchObject({ credits_charged: again.price.follow_up });
});

test('a request of which only its type is known is taken, with what its refusal suggests', async () => {
  const asked: FramesRequest = { upload_id, ...QUICK, detail: 'single', start: 1, end: 3 };
  const refused = await client.frames(asked).catch((error: unknown) => error);
  if (!(refused instanceof VideoReaderError)) throw new Error('it was not refused');
  const result = await client.frames({ ...asked, ...refused.suggestion });
  expect('sheets' in result && result.window).toEqual([1, 1.2]);
});

test('a batch is waited for, its failures in their places', async () => {
  const items = [
    { upload_id, ref: 'one' },
    { upload_id: 'upl_none', ref: 'two' },
  ];
  const request = { items, question: 'How many cuts are there?' };
  expect(await client.batch({ ...request, estimate: true })).toMatchObject({ credits: 0 });
  const batch = await client.batch(request);
  expect(await batch.wait()).toMatchObject({
    status: 'partial',
    items: [{ answer: 'There is 1 cut. [5s]' }, { error: { type: 'video_not_found' } }],
  });
  expect((await client.batchById(batch.id).cancel()).status).toBe('partial');
});

test('a job that failed is told as the call would have been, and one that ended stays so', async () => {
  const site = createServer((_, response) => void response.writeHead(404).end());
  const job = await client.frames({ url: `${await listen(site)}/gone.mp4`, sync: false });
  const gone = { type: 'source_unavailable', jobId: job.id, reason: 'unavailable' };
  await expect(job.wait()).rejects.toMatchObject(gone);
  expect((await job.cancel()).status).toBe('failed');
  site.close();
});

/** A server whose next message is awaited, as it is verified. */
function webhookReceiver() {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const receiver = createServer(async (request, response) => {
    resolve(await verifyWebhook(await text(request), request.headers, webhookSecret).catch(String));
    response.end();
  });
  return { receiver, promise };
}

test('the end of a job arrives at a webhook, signed', async () => {
  const { receiver, promise } = webhookReceiver();
  const webhook_url = await listen(receiver);
  const job = await client.frames({ upload_id, start: 2, end: 2.1, sync: false, webhook_url });
  expect(await promise).toMatchObject({ type: 'job.succeeded', data: { job_id: job.id } });
  receiver.close();
});

test('so does the arrival of a file', async () => {
  const { receiver, promise } = webhookReceiver();
  const sent = await client.upload(file, { webhookUrl: await listen(receiver) });
  expect(await promise).toMatchObject({ type: 'video.ready', data: { upload_id: sent.upload_id } });
  receiver.close();
});

test('videos are listed and erased, after which there is nothing to read', async () => {
  const { videos } = await client.videos({ limit: 1 });
  const [video] = videos;
  expect(video?.video?.duration).toBe(14);
  expect(await client.erase(video?.video_id ?? '')).toMatchObject({ deleted: true });
  await expect(client.frames({ upload_id })).rejects.toMatchObject({ type: 'video_not_found' });
});

test('every other call is there, typed', async () => {
  const { data } = await client.api.GET('/v1/detail-levels');
  expect(data?.levels.map(({ detail }) => detail)).toContain('overview');
});
