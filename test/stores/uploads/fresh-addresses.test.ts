import { createHash, randomUUID } from 'node:crypto';
import { DomainError } from '../../../layers/domain/errors.ts';
import type {
  FreshParts,
  FreshPut,
  MultipartTarget,
  PutTarget,
} from '../../../layers/domain/uploads/upload.ts';
import { directUploads, LARGE } from '../../support/direct-uploads.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const storage = await directUploads();
const { service, caller, begin, put, complete, single, sweep, fresh } = storage;
afterAll(storage.stop);
beforeEach(() => {
  service.engine.found = MINUTE;
  service.clock.now = new Date();
});

/** Sets the clock to so long from the real time, by which storage goes. */
const clockAt = (ms: number) => {
  service.clock.now = new Date(Date.now() + ms);
};
const inParts = async (bytes = LARGE) => (await begin({ bytes })) as MultipartTarget;
const sendPart = async (url: string, size: number) => {
  const sent = await fetch(url, { method: 'PUT', body: new Uint8Array(size) });
  expect(sent.status).toBe(200);
};
const nothingLeft = { type: 'invalid_request', detail: { reason: 'all_bytes_arrived' } };

async function outlivesSweep(uploadId: string): Promise<boolean> {
  await sweep();
  return (await service.uploads.find(caller.orgId, uploadId)) !== undefined;
}

test('a file of one request is sent to its fresh address, with the same headers', async () => {
  const target = (await begin({ bytes: 5, content_type: 'video/mp4' })) as PutTarget;
  const again = (await fresh(target.upload_id)) as FreshPut;
  expect(again.put.headers).toEqual(target.put.headers);
  const ends = Date.parse(again.expires_at) - service.clock.now.getTime();
  expect(ends).toBeGreaterThan(6 * HOUR_MS - 1000);
  expect(ends).toBeLessThanOrEqual(6 * HOUR_MS);
  expect((await put(again, 'bytes')).status).toBe(200);
  await expect(fresh(target.upload_id)).rejects.toMatchObject(nothingLeft);
  expect(await complete(target.upload_id)).toMatchObject({ received_bytes: 5 });
  await expect(fresh(target.upload_id)).rejects.toMatchObject(nothingLeft);
});

test('of a file in parts those that are missing get addresses, and the last one completes it', async () => {
  const { upload_id, multipart } = await inParts();
  const { part_size, parts } = multipart;
  const last = LARGE - part_size * (parts.length - 1);
  await sendPart(parts[0]?.url ?? '', part_size);
  await sendPart(parts[2]?.url ?? '', part_size);
  const missing = (await fresh(upload_id)) as FreshParts;
  expect(missing.multipart.part_size).toBe(part_size);
  expect(missing.multipart.parts.map(({ part_number }) => part_number)).toEqual([2, 4, 5, 6]);
  for (const { part_number, url } of missing.multipart.parts) {
    await sendPart(url, part_number === parts.length ? last : part_size);
  }
  await expect(fresh(upload_id)).rejects.toMatchObject(nothingLeft);
  expect(await complete(upload_id)).toMatchObject({ received_bytes: LARGE });
});

test('parts that are named get addresses, each once and whether they arrived or not', async () => {
  const { upload_id, multipart } = await inParts();
  await sendPart(multipart.parts[0]?.url ?? '', multipart.part_size);
  const named = (await fresh(upload_id, { part_numbers: [3, 1, 3] })) as FreshParts;
  expect(named.multipart.parts.map(({ part_number }) => part_number)).toEqual([3, 1]);
  await sendPart(named.multipart.parts[1]?.url ?? '', multipart.part_size);
});

test('a part that the upload does not have is refused with those that it has', async () => {
  const { upload_id } = await inParts();
  await expect(fresh(upload_id, { part_numbers: [1, 7] })).rejects.toMatchObject({
    type: 'invalid_request',
    message: 'Field `part_numbers` names part 7; the upload has parts 1 to 6.',
  });
  const one = await begin({ bytes: 5 });
  await expect(fresh(one.upload_id, { part_numbers: [1] })).rejects.toMatchObject({
    type: 'invalid_request',
    message: expect.stringContaining('one request'),
  });
});

test('uploads that are unknown, of others, or not sent into storage have no addresses', async () => {
  const { upload_id } = await begin({ bytes: 5 });
  const stranger = await service.caller();
  const through = await service.receiveUpload(caller, 'through the service');
  const notFound = { type: 'video_not_found' };
  await expect(fresh('upl_unknown')).rejects.toMatchObject(notFound);
  await expect(fresh(upload_id, {}, { orgId: stranger.orgId })).rejects.toMatchObject(notFound);
  await expect(fresh(upload_id, {}, { nonce: randomUUID() })).rejects.toMatchObject(notFound);
  await expect(fresh(through.upload_id)).rejects.toMatchObject(notFound);
});

test('a refused upload repeats its refusal', async () => {
  const { upload_id } = await single('no video');
  service.engine.found = new DomainError('no_video_stream', 'Not a video.');
  const refusal = { type: 'no_video_stream', message: 'Not a video.' };
  await expect(complete(upload_id)).rejects.toMatchObject(refusal);
  await expect(fresh(upload_id)).rejects.toMatchObject(refusal);
});

test('bytes with another digest than was said are refused, and the right ones are taken', async () => {
  const sha256 = createHash('sha256').update('as it was said').digest('hex');
  const wrong = await single('otherwise said', { sha256 });
  const refusal = { type: 'invalid_request', detail: { reason: 'digest_mismatch' } };
  await expect(complete(wrong.upload_id)).rejects.toMatchObject(refusal);
  const right = await single('as it was said', { sha256 });
  expect(await complete(right.upload_id)).toMatchObject({ received_bytes: 14 });
});

test('an upload lives for a day after its sender asked for addresses', async () => {
  const { upload_id } = await inParts();
  clockAt(23 * HOUR_MS);
  await fresh(upload_id);
  clockAt(46 * HOUR_MS);
  expect(await outlivesSweep(upload_id)).toBe(true);
  await fresh(upload_id);
  clockAt(71 * HOUR_MS);
  expect(await outlivesSweep(upload_id)).toBe(false);
  await expect(fresh(upload_id)).rejects.toMatchObject({ type: 'video_not_found' });
});

test('it lives for a day after its last part arrived', async () => {
  clockAt(-30 * HOUR_MS);
  const { upload_id, multipart } = await inParts();
  clockAt(0);
  const { multipart: now } = (await fresh(upload_id, { part_numbers: [1] })) as FreshParts;
  await sendPart(now.parts[0]?.url ?? '', multipart.part_size);
  // As if its sender had never asked again.
  await service.uploads.postpone(await recordOf(upload_id), new Date());
  expect(await outlivesSweep(upload_id)).toBe(true);
  clockAt(23 * HOUR_MS);
  expect(await outlivesSweep(upload_id)).toBe(true);
  clockAt(25 * HOUR_MS);
  expect(await outlivesSweep(upload_id)).toBe(false);
});

test('it lives for seven days at most', async () => {
  clockAt(-7 * DAY_MS + HOUR_MS);
  const { upload_id, multipart } = await inParts();
  clockAt(0);
  const { multipart: now, expires_at } = (await fresh(upload_id)) as FreshParts;
  await sendPart(now.parts[0]?.url ?? '', multipart.part_size);
  // Its addresses end with it.
  expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  expect(await outlivesSweep(upload_id)).toBe(true);
  clockAt(2 * HOUR_MS);
  await expect(fresh(upload_id)).rejects.toMatchObject({ type: 'video_not_found' });
  expect(await outlivesSweep(upload_id)).toBe(false);
});

async function recordOf(uploadId: string) {
  const upload = await service.uploads.find(caller.orgId, uploadId);
  if (!upload) throw new Error(`no upload ${uploadId}`);
  return upload;
}
