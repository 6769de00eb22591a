import { rm } from 'node:fs/promises';
import { MultipartTarget, PutTarget, UploadResult } from '../../layers/domain/uploads/upload.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { type StandingService, standingService } from './standing-service.ts';

let service: StandingService;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  service = await standingService();
  clip = await smallClip(service.dataDir);
});

afterAll(() => rm(service.dataDir, { recursive: true }));

const call = async (method: string, path: string, body: object = {}) => {
  const response = await fetch(path.startsWith('http') ? path : service.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};
const begin = async (bytes: number) =>
  (await call('POST', '/v1/uploads/direct', { bytes, content_type: 'video/mp4' })).body;
const send = ({ put: { url, headers } }: PutTarget) =>
  fetch(url, { method: 'PUT', headers, body: clip });

/** Asks until the answer is another one than not found. */
async function framesOf(upload_id: string) {
  for (;;) {
    const answer = await call('POST', '/v1/frames', { upload_id, transcribe: false, qa: false });
    if (answer.status !== 404) return answer;
  }
}

test('a file that its sender never completes can be read a moment later', async () => {
  const target = PutTarget.parse(await begin(clip.length));
  expect((await send(target)).status).toBe(200);
  const sent = performance.now();
  expect((await framesOf(target.upload_id)).status).toBe(200);
  expect(performance.now() - sent).toBeLessThan(30_000);
  const completed = await call('POST', target.complete_url);
  expect(UploadResult.parse(completed.body)).toMatchObject({ received_bytes: clip.length });
});

test('of an erased video no address brings bytes back', async () => {
  const target = PutTarget.parse(await begin(clip.length));
  expect((await send(target)).status).toBe(200);
  const { video } = UploadResult.parse((await call('POST', target.complete_url)).body);
  const erased = await call('DELETE', `/v1/videos/${video.id}`);
  expect(erased.status).toBe(200);
  expect((await send(target)).status).toBe(200);
  // Its bytes are deleted when storage tells of them; until then the same transfer is refused.
  for (let status = 412; status === 412; ) ({ status } = await send(target));
  expect((await call('POST', target.complete_url)).status).toBe(404);
});

test('parts alone are no video', async () => {
  const target = MultipartTarget.parse(await begin(100_000_001));
  const { part_size, parts } = target.multipart;
  const body = new Uint8Array(part_size);
  const first = await fetch(parts[0]?.url ?? '', { method: 'PUT', body });
  expect(first.status).toBe(200);
  const answer = await call('POST', target.complete_url);
  expect(answer).toMatchObject({ status: 400, body: { error: { type: 'invalid_request' } } });
  expect((await call('POST', '/v1/frames', { upload_id: target.upload_id })).status).toBe(404);
});
