import { rm } from 'node:fs/promises';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { PutTarget, UploadResult, UploadTicket } from '../../layers/domain/uploads/upload.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { type StandingService, standingService } from './standing-service.ts';

let service: StandingService;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  service = await standingService();
  clip = await smallClip(service.dataDir);
});

afterAll(() => rm(service.dataDir, { recursive: true }));

const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(path.startsWith('http') ? path : service.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${service.apiKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};
const send = ({ put: { url, headers } }: PutTarget) =>
  fetch(url, { method: 'PUT', headers, body: clip });

test('straight into storage and completed without a body, read, and erased', async () => {
  const begun = await call('POST', '/v1/uploads/direct', {
    filename: 'My clip.mp4',
    bytes: clip.length,
    content_type: 'video/mp4; codecs="avc1.64001f"',
  });
  const target = PutTarget.parse(begun.body);
  expect((await send(target)).status).toBe(200);
  const done = await call('POST', target.complete_url);
  expect(done.status).toBe(200);
  const { video, upload_id } = UploadResult.parse(done.body);
  expect(video).toMatchObject({ title: 'My clip', duration: 1 });
  expect(await call('POST', target.complete_url)).toEqual(done);

  const frames = await call('POST', '/v1/frames', { upload_id, transcribe: false });
  expect(frames.status).toBe(200);
  const { sheets, job_id } = FramesResult.parse(frames.body);
  const link = sheets[0]?.url ?? '';
  expect((await fetch(link)).status).toBe(200);

  const erased = await call('DELETE', `/v1/videos/${video.id}`);
  expect(erased).toEqual({ status: 200, body: { video_id: video.id, deleted: true } });
  expect((await fetch(link)).status).toBe(404);
  const gone = await call('DELETE', `/v1/videos/${video.id}`);
  expect(gone).toMatchObject({ status: 404, body: { error: { type: 'video_not_found' } } });
  expect(await call('DELETE', '/v1/videos/vid_none')).toEqual(gone);
  expect((await call('POST', '/v1/frames', { upload_id })).status).toBe(404);
  expect((await call('GET', `/v1/jobs/${job_id}`)).status).toBe(404);
  expect((await call('POST', target.complete_url)).status).toBe(404);
});

test('a call without a body is one with an empty body, and 100 MB is the last size of one request', async () => {
  expect((await call('POST', '/v1/uploads/direct')).body).toHaveProperty('put.url');
  const at = async (bytes: number) =>
    (await call('POST', '/v1/uploads/direct', { bytes })).body as object;
  expect(await at(100_000_000)).toHaveProperty('put');
  expect(await at(100_000_001)).toHaveProperty('multipart.parts');
  const refused = await call('POST', '/v1/uploads/direct', { bytes: 20_000_000_001 });
  expect(refused).toMatchObject({ status: 400, body: { error: { type: 'invalid_request' } } });
});

test('a ticket takes the place of the credential all the way, and is used up', async () => {
  const ticket = UploadTicket.parse((await call('POST', '/v1/uploads/tickets')).body);
  const begin = () => fetch(ticket.direct_url, { method: 'POST' });
  const first = await begin();
  expect(first.status).toBe(200);
  const target = PutTarget.parse(await first.json());
  expect((await begin()).status).toBe(401);
  expect((await send(target)).status).toBe(200);
  const done = await fetch(target.complete_url, { method: 'POST' });
  expect(done.status).toBe(200);
  expect(UploadResult.parse(await done.json()).received_bytes).toBe(clip.length);
  const bare = target.complete_url.split('?')[0] ?? '';
  expect((await fetch(bare, { method: 'POST' })).status).toBe(401);
  const other = UploadTicket.parse((await call('POST', '/v1/uploads/tickets')).body);
  expect((await fetch(`${bare}?ticket=${other.ticket}`, { method: 'POST' })).status).toBe(404);
});
