import { createHash, randomUUID } from 'node:crypto';
import { makeFindSource } from '../../../layers/app/links/find-source.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import type { MultipartTarget, PutTarget } from '../../../layers/domain/uploads/upload.ts';
import { BASE, directUploads, LARGE } from '../../support/direct-uploads.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { mutationsOf, sendPut } from '../../support/mutated-put.ts';

const storage = await directUploads();
const { service, caller, asked, ports, begin, put, complete, single, sweep } = storage;
afterAll(storage.stop);
beforeEach(() => {
  service.engine.found = MINUTE;
  service.clock.now = new Date();
});

test('one request takes a small file, with the headers it is signed with', async () => {
  const target = (await begin({
    bytes: 5,
    filename: 'My clip.MP4',
    content_type: 'video/mp4',
  })) as PutTarget;
  expect(target.put).toMatchObject({
    method: 'PUT',
    headers: {
      'content-type': 'video/mp4',
      'cache-control': expect.any(String),
      'content-length': '5',
    },
  });
  expect(target).toMatchObject({
    max_bytes: 5_000_000_000,
    complete_url: `${BASE}/v1/uploads/${target.upload_id}/complete`,
  });
  expect((await put(target, 'bytes')).status).toBe(200);
  expect(await complete(target.upload_id)).toMatchObject({
    upload_id: target.upload_id,
    received_bytes: 5,
    size_bytes: 5,
    video: { title: 'My clip', duration: 60, platform: 'upload' },
  });
  const video = await service.videos.findByUpload(caller.orgId, target.upload_id);
  expect(video?.sha256).toBe(createHash('sha256').update('bytes').digest('hex'));
});

test('the storage refuses a transfer of which anything was changed, and a second one', async () => {
  const asked = { bytes: 5, content_type: 'video/mp4', filename: 'a.mp4' };
  const target = (await begin(asked)) as PutTarget;
  const body = Buffer.from('bytes');
  const mutations = mutationsOf(target, body);
  expect(mutations.length).toBeGreaterThan(400);
  for (const mutation of mutations) {
    const status = await sendPut(mutation);
    expect([mutation.what, status >= 400 && status < 500]).toEqual([mutation.what, true]);
  }
  expect(await sendPut({ ...target.put, body })).toBe(200);
  expect(await sendPut({ ...target.put, body: Buffer.from('other') })).toBe(412);
});

test('an upload is completed again until the time of its video is over', async () => {
  const { upload_id } = await single('kept for 90 days');
  const answer = await complete(upload_id);
  const over = service.clock.now.getTime() + 90 * 24 * 3600_000;
  service.clock.now = new Date(over - 1);
  expect(await complete(upload_id)).toEqual(answer);
  service.clock.now = new Date(over);
  await expect(complete(upload_id)).rejects.toMatchObject({ type: 'video_not_found' });
});

test('a larger file is sent in parts that hold all of it', async () => {
  const target = (await begin({ bytes: LARGE })) as MultipartTarget;
  const { part_size, parts } = target.multipart;
  expect(parts).toHaveLength(Math.ceil(LARGE / part_size));
  expect(parts.map(({ part_number }) => part_number)).toEqual(parts.map((_, at) => at + 1));
  await expect(complete(target.upload_id)).rejects.toMatchObject({
    type: 'invalid_request',
    message: expect.stringContaining('Parts 1, 2, 3'),
  });
  const file = Buffer.alloc(LARGE, 'a');
  const etags: { part_number: number; etag: string }[] = [];
  for (const { part_number, url } of parts) {
    const body = file.subarray((part_number - 1) * part_size, part_number * part_size);
    expect((await fetch(url, { method: 'PUT', body: 'short' })).status).toBe(403);
    const response = await fetch(url, { method: 'PUT', body: new Uint8Array(body) });
    expect(response.status).toBe(200);
    etags.push({ part_number, etag: response.headers.get('etag') ?? '' });
  }
  const other = etags.map((part) => ({ ...part, etag: '"0"' }));
  for (const parts of [other, [...etags, ...etags.slice(0, 1)]]) {
    await expect(complete(target.upload_id, { parts })).rejects.toMatchObject({
      type: 'invalid_request',
    });
  }
  const answers = await Promise.all([
    complete(target.upload_id, { parts: etags }),
    complete(target.upload_id),
  ]);
  expect(answers[0]).toMatchObject({ received_bytes: LARGE });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('a file over the limit of the account is refused before any address', async () => {
  const free = await service.caller('free');
  await expect(begin({ bytes: 500_000_001 }, free)).rejects.toMatchObject({
    type: 'invalid_request',
    message: expect.stringContaining('`bytes`'),
  });
  await expect(begin({ filename: 'a.braw' })).rejects.toMatchObject({ type: 'no_video_stream' });
});

test('completing again, and by twenty at once, gives the same answer', async () => {
  const { upload_id } = await single('completed often');
  const answers = await Promise.all(Array.from({ length: 20 }, () => complete(upload_id)));
  answers.push(await complete(upload_id));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('the same bytes are the same video, whichever way they came', async () => {
  const through = await service.receiveUpload(caller, 'the very same');
  const { upload_id } = await single('the very same');
  const answer = await complete(upload_id);
  expect(answer).toMatchObject({ video: { id: through.video.id } });
  expect(await complete(upload_id)).toEqual(answer);
});

test('an upload whose bytes have not come is told so, and can be completed later', async () => {
  const target = (await begin({})) as PutTarget;
  await expect(complete(target.upload_id)).rejects.toMatchObject({ type: 'invalid_request' });
  await put(target, 'late');
  expect(await complete(target.upload_id)).toMatchObject({ received_bytes: 4 });
});

test('a file that is no video is refused each time with the same words, and its bytes go', async () => {
  const { upload_id } = await single('no video at all');
  service.engine.found = new DomainError('no_video_stream', 'Not a video.');
  const refusal = { type: 'no_video_stream', message: 'Not a video.' };
  await expect(complete(upload_id)).rejects.toMatchObject(refusal);
  service.engine.found = MINUTE;
  await expect(complete(upload_id)).rejects.toMatchObject(refusal);
  const { source_key } = (await service.uploads.find(caller.orgId, upload_id)) ?? {};
  expect(await ports().direct.size(source_key ?? '')).toBeUndefined();
});

test('a call about an upload that is no video says whether it may become one', async () => {
  const find = makeFindSource(service.accepting);
  const { upload_id } = await begin({});
  const unfinished = { type: 'video_not_found', detail: { reason: 'upload_unfinished' } };
  await expect(find(caller, { upload_id })).rejects.toMatchObject(unfinished);
  await expect(find(caller, { url: upload_id })).rejects.toMatchObject(unfinished);
  const stranger = await service.caller();
  const unknown = await find(stranger, { upload_id }).catch((error: DomainError) => error);
  expect(unknown).toMatchObject({ type: 'video_not_found', detail: {} });
  const refused = await single('no video either');
  service.engine.found = new DomainError('no_video_stream', 'Not a video.');
  const refusal = { type: 'no_video_stream', message: 'Not a video.' };
  await expect(complete(refused.upload_id)).rejects.toMatchObject(refusal);
  await expect(find(caller, refused)).rejects.toMatchObject(refusal);
});

test('bytes that changed in the storage are not settled, and are once they are right again', async () => {
  const content = 'changed where they lie';
  const { upload_id } = await single(content);
  await storage.flipBits();
  await expect(complete(upload_id)).rejects.not.toBeInstanceOf(DomainError);
  const upload = await service.uploads.find(caller.orgId, upload_id);
  expect(upload).not.toHaveProperty('video_id');
  expect(upload).not.toHaveProperty('refusal');
  await storage.flipBits();
  expect(await complete(upload_id)).toMatchObject({ received_bytes: content.length });
});

test('an object of which not all bytes come is not settled', async () => {
  const { upload_id } = await single('cut on the way');
  const { direct } = ports();
  const cut = {
    ...direct,
    async *read(key: string, signal: AbortSignal) {
      for await (const chunk of direct.read(key, signal)) yield chunk.subarray(0, 3);
    },
  };
  await expect(complete(upload_id, {}, { direct: cut })).rejects.toThrow('3 of 14 bytes');
  expect(await complete(upload_id)).toMatchObject({ received_bytes: 14 });
});

test('an upload of another organization is not found, nor one begun by another ticket', async () => {
  const { upload_id } = await single('mine');
  const stranger = await service.caller();
  const notFound = { type: 'video_not_found' };
  await expect(complete(upload_id, { orgId: stranger.orgId })).rejects.toMatchObject(notFound);
  await expect(complete(upload_id, { nonce: randomUUID() })).rejects.toMatchObject(notFound);
  await expect(complete('upl_unknown')).rejects.toMatchObject(notFound);
});

test('a ticket by which no upload could be begun is not used up, and begins one upload', async () => {
  const claims = {
    aud: 'upload' as const,
    org: caller.orgId,
    exp: Math.floor(Date.now() / 1000) + 900,
    max_bytes: 2_000_000_000,
    nonce: randomUUID(),
  };
  const ticket = { text: 'ticket', opened: { principal: caller, claims } };
  const begun = () => begin({ bytes: LARGE }, caller, BASE, ticket);
  storage.line.break();
  await expect(begun()).rejects.not.toBeInstanceOf(DomainError);
  storage.line.mend();
  await begun();
  await expect(begun()).rejects.toMatchObject({ type: 'unauthorized' });
});

test('what was not completed within a day is swept, what was is left alone', async () => {
  const [kept, left] = [await single('kept'), await single('left')];
  const parts = await begin({ bytes: 200_000_000 });
  await complete(kept.upload_id);
  const record = await service.uploads.find(caller.orgId, left.upload_id);
  service.clock.now = new Date(Date.now() + 25 * 3600_000);
  await sweep();
  expect(await sweep()).toEqual({ uploads: 0 });
  expect(await ports().direct.size(record?.source_key ?? '')).toBeUndefined();
  await expect(complete(left.upload_id)).rejects.toMatchObject({ type: 'video_not_found' });
  await expect(complete(parts.upload_id)).rejects.toMatchObject({ type: 'video_not_found' });
  expect(await complete(kept.upload_id)).toMatchObject({ received_bytes: 4 });
});

test('a completion killed at any step is completed by the next call', async () => {
  for (let at = 1; ; at += 1) {
    const content = `killed at ${at}`;
    const { upload_id } = await single(content);
    let calls = 0;
    const dying = <T extends object>(port: T): T =>
      new Proxy(port, {
        get: (target, name) => {
          const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
          if (name === 'read') return method.bind(target);
          return async (...args: unknown[]) => {
            calls += 1;
            if (calls === at) throw new Error('killed');
            const result = await method.apply(target, args);
            calls += 1;
            if (calls === at) throw new Error('killed');
            return result;
          };
        },
      });
    const { videos, uploads, artifacts, direct, decoder } = ports();
    const mortal = {
      videos: dying(videos),
      uploads: dying(uploads),
      artifacts: dying(artifacts),
      direct: dying(direct),
      decoder: dying(decoder),
    };
    const first = await complete(upload_id, {}, mortal).catch(() => 'killed' as const);
    // A reader that died with its call is given up after a while; each look is seconds later.
    const wait = async (ms: number) => {
      service.clock.now = new Date(service.clock.now.getTime() + ms + 5000);
    };
    const answer = await complete(upload_id, {}, { wait });
    expect(answer).toMatchObject({ upload_id, received_bytes: content.length });
    if (first !== 'killed') {
      expect(answer).toEqual(first);
      break;
    }
  }
});

test('a file that is too large for one call is left to the worker, and the call waits for it', async () => {
  const { upload_id } = await single('as if it were large');
  const large = { ...ports().direct, size: async () => 1_000_000_001 };
  const { source_key = '' } = (await service.uploads.find(caller.orgId, upload_id)) ?? {};
  const waiting = complete(upload_id, {}, { direct: large });
  await storage.takeIn(source_key);
  expect(await waiting).toMatchObject({ upload_id, received_bytes: 19 });
  expect(asked.splice(0)).toEqual([source_key]);
});

test('a wait that is over is told so, and nothing is lost', async () => {
  const { upload_id } = await single('as if it were huge');
  const large = { ...ports().direct, size: async () => 1_000_000_001 };
  const pending = { upload_id, status: 'reading' };
  expect(await complete(upload_id, {}, { direct: large, waitSeconds: 0 })).toEqual(pending);
  await storage.takeIn(asked.splice(0)[0] ?? '');
  expect(await complete(upload_id, {}, { direct: large })).toMatchObject({ received_bytes: 18 });
});
