import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { Job, JobList, QueuedJob } from '../../layers/domain/jobs/job.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import {
  type WebhookDelivery,
  WebhookDeliveryList,
} from '../../layers/domain/webhooks/webhook-delivery.ts';
import { WebhookEvent } from '../../layers/domain/webhooks/webhook-event.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { site } from '../support/sites/sites.ts';
import { testTables } from '../support/tables.ts';

let service: RunningService;
let apiKey: string;
let secret: string;
let dir: string;
let clip: Buffer;

beforeAll(async () => {
  const tables = await testTables();
  const { administer } = testService(tables);
  const made = await administer.createOrg('pro', 10_000 as never);
  apiKey = made.api_key;
  secret = await administer.webhookSecret(made.org_id);
  service = await runningService(tables);
  dir = await mkdtemp(join(tmpdir(), 'clip-'));
  const path = join(dir, 'clip.mp4');
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=duration=4:size=320x180:rate=25', path);
  clip = await readFile(path);
});

afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(service.baseUrl + path, {
    ...init,
    headers: { authorization: `Bearer ${apiKey}`, ...init.headers },
  });
  return { response, body: await response.json() };
};
const post = (path: string, body: unknown) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const upload = (bytes: Uint8Array<ArrayBuffer>, name: string) => {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  return call('/v1/uploads', { method: 'POST', body: form });
};

test('from a file to its sheets, and what they cost', async () => {
  const sent = await upload(new Uint8Array(clip), 'My clip.mp4');
  expect(sent.response.status).toBe(200);
  const uploaded = UploadResult.parse(sent.body);
  expect(uploaded).toMatchObject({
    received_bytes: clip.length,
    video: { title: 'My clip', width: 320, height: 180, duration: 4, platform: 'upload' },
  });

  const asked = await post('/v1/frames', { upload_id: uploaded.upload_id, detail: 'standard' });
  expect(asked.response.status).toBe(200);
  const result = FramesResult.parse(asked.body);
  expect(result).toMatchObject({ credits_charged: 0.14, total_frames: 20, cache_hit: false });
  const sheet = await fetch(result.sheets[0]?.url ?? '');
  expect(sheet.headers.get('content-type')).toBe('image/jpeg');
  const jpeg = Buffer.from(await sheet.arrayBuffer());
  expect(jpeg.length).toBe(result.sheets[0]?.bytes);
  expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8');

  const again = Job.parse((await call(`/v1/jobs/${result.job_id}`)).body);
  expect(again).toMatchObject({ status: 'succeeded', result: { total_frames: 20 } });
  const credits = await call('/v1/credits?limit=1');
  expect(credits.body).toMatchObject({
    wallet: 'topup',
    topup_balance: 99.86,
    ledger: [{ reason: 'frames:standard', delta: -0.14, job_id: result.job_id }],
  });
});

test('the same bytes are the same video', async () => {
  const bytes = new Uint8Array(clip);
  const [one, two] = [await upload(bytes, 'a.mp4'), await upload(bytes, 'b.mov')];
  const [a, b] = [UploadResult.parse(one.body), UploadResult.parse(two.body)];
  expect(b.video.id).toBe(a.video.id);
  expect(b.upload_id).not.toBe(a.upload_id);
});

test('a file that is no video is refused, and so is camera raw by its name', async () => {
  for (const name of ['a.mp4', 'a.r3d']) {
    const { response, body } = await upload(new Uint8Array(1000), name);
    expect(response.status).toBe(422);
    expect(body).toMatchObject({ error: { type: 'no_video_stream' } });
  }
});

test('an upload that is no form is refused', async () => {
  const raw = await call('/v1/uploads', { method: 'POST', body: 'bytes' });
  expect(raw.response.status).toBe(415);
  const form = new FormData();
  form.set('video', 'bytes');
  const missing = await call('/v1/uploads', { method: 'POST', body: form });
  expect(missing.response.status).toBe(400);
});

test('a queued job tells of its end, signed, and the delivery is listed', async () => {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage & { body: string }>();
  const receiver = await site(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    response.writeHead(204).end();
    resolve(Object.assign(request, { body }));
  });
  const webhook_url = `${receiver.origin}/hook`;
  const { upload_id } = UploadResult.parse((await upload(new Uint8Array(clip), 'a.mp4')).body);
  const queued = await post('/v1/frames', { upload_id, start: 1, sync: false, webhook_url });
  const { job_id } = QueuedJob.parse(queued.body);

  const { headers, body } = await promise;
  const event = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(WebhookEvent.parse(event)).toMatchObject({
    type: 'job.succeeded',
    data: { job_id, status: 'succeeded' },
  });
  await receiver.close();
  const listed = async (): Promise<WebhookDelivery | undefined> => {
    const { deliveries } = WebhookDeliveryList.parse((await call('/v1/webhooks/deliveries')).body);
    return deliveries[0]?.status === 'pending' ? listed() : deliveries[0];
  };
  expect(await listed()).toMatchObject({
    id: headers['webhook-id'],
    job_id,
    url: webhook_url,
    status: 'delivered',
    attempts: 1,
    last_response: { status: 204 },
  });
});

test('jobs are listed, and one that has ended is not cancelled any more', async () => {
  const { body } = await call('/v1/jobs?limit=1');
  const [job] = JobList.parse(body).jobs;
  expect(job).toMatchObject({ status: 'succeeded', operation: 'frames' });
  const whole = JobList.parse((await call('/v1/jobs?limit=100')).body).jobs;
  const walked = [];
  for (let next: string | null = ''; next !== null; ) {
    const from = next === '' ? '' : `&next=${next}`;
    const page = JobList.parse((await call(`/v1/jobs?limit=2${from}`)).body);
    walked.push(...page.jobs);
    next = page.next;
  }
  expect(walked).toEqual(whole);
  const ofVideo = `/v1/jobs?video_id=${job?.video_id}&limit=1`;
  const [first, second] = whole.filter(({ video_id }) => video_id === job?.video_id);
  const older = await call(`${ofVideo}&next=${first?.job_id}`);
  expect(JobList.parse(older.body).jobs).toEqual(second ? [second] : []);
  const cancel = await call(`/v1/jobs/${job?.job_id}/cancel`, { method: 'POST' });
  expect([cancel.response.status, cancel.body]).toEqual([200, job]);
  const unknown = await call('/v1/jobs/job_none/cancel', { method: 'POST' });
  expect(unknown.response.status).toBe(404);
  for (const limit of [-1, 0, 1.5, 101, 1e21, 'x']) {
    const { response, body: refusal } = await call(`/v1/jobs?limit=${limit}`);
    expect(response.status).toBe(400);
    expect(refusal).toMatchObject({ error: { type: 'invalid_request' } });
  }
});

test('health and levels are open, everything else asks for a credential', async () => {
  const open = await fetch(`${service.baseUrl}/healthz`);
  expect(await open.json()).toMatchObject({ status: 'ok', ffmpeg: true, yt_dlp: true });
  expect((await fetch(`${service.baseUrl}/v1/detail-levels`)).status).toBe(200);
  for (const path of ['/v1/credits', '/v1/jobs/job_1']) {
    const { status, headers } = await fetch(service.baseUrl + path);
    const metadata = `${service.baseUrl}/.well-known/oauth-protected-resource`;
    const challenge = expect.stringContaining(`Bearer resource_metadata="${metadata}"`);
    expect([status, headers.get('www-authenticate')]).toEqual([401, challenge]);
  }
});

test('nothing of this was a defect', () => {
  expect(service.defects).toEqual([]);
});
