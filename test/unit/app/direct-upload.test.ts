import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { dynamoUsedTickets } from '../../../layers/adapters/dynamo/used-tickets.ts';
import { s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { s3DirectStore } from '../../../layers/adapters/s3/direct-store.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { newSha256 } from '../../../layers/adapters/system/digest.ts';
import { makeCompleteUpload } from '../../../layers/app/complete-upload.ts';
import { makeDirectUpload } from '../../../layers/app/direct-upload.ts';
import { makeSweepUploads } from '../../../layers/app/sweep-uploads.ts';
import { makeUseTicket } from '../../../layers/app/tickets.ts';
import type { Principal } from '../../../layers/domain/credential.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import type { CompleteRequest, MultipartTarget, PutTarget } from '../../../layers/domain/upload.ts';
import { startObjectStore } from '../../../local/object-store/server.ts';
import { MINUTE } from '../../support/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const BASE = 'https://api.example';
let dir: string;
let store: Awaited<ReturnType<typeof startObjectStore>>;
let client: S3Client;
let tables: TestTables;
let service: ReturnType<typeof testService>;
let caller: Principal;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'direct-'));
  store = await startObjectStore({ dir, credentials });
  store.makeBucket('artifacts');
  client = new S3Client({
    endpoint: `http://127.0.0.1:${store.port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  tables = await testTables();
  service = testService(tables);
  caller = await service.caller('pro');
});
afterAll(async () => {
  client.destroy();
  await store.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  service.engine.found = MINUTE;
  service.clock.now = new Date();
});

const now = () => service.clock.now;
const ports = () => ({
  videos: service.videos,
  uploads: service.uploads,
  artifacts: s3Artifacts(client, 'artifacts'),
  direct: s3DirectStore(client, 'artifacts'),
  engine: service.engine,
  newDigest: newSha256,
});
const begin = (body: object, principal = caller) =>
  makeDirectUpload({
    ...ports(),
    useTicket: makeUseTicket({ usedTickets: dynamoUsedTickets(tables.db, tables.records) }),
    now,
    newId,
  })(principal, body, BASE);
const complete = (
  id: string,
  {
    nonce,
    parts,
    orgId = caller.orgId,
  }: { nonce?: string; parts?: CompleteRequest['parts']; orgId?: string } = {},
  overrides: object = {},
) =>
  makeCompleteUpload({ ...ports(), ...overrides })(
    orgId,
    id,
    parts ? { parts } : {},
    nonce,
    new AbortController().signal,
  );
const sweep = () => makeSweepUploads({ ...ports(), now })();
const put = ({ put: { url, headers } }: PutTarget, body: string | Buffer) =>
  fetch(url, { method: 'PUT', headers, body: new Uint8Array(Buffer.from(body)) });
const single = async (content: string, more: object = {}) => {
  const target = (await begin({ bytes: content.length, ...more })) as PutTarget;
  expect((await put(target, content)).status).toBe(200);
  return target;
};
test('one request takes a file up to 100 MB, with the headers it is signed with', async () => {
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

test('the storage refuses every other length, type and header, and a second transfer', async () => {
  const target = (await begin({ bytes: 5, content_type: 'video/mp4' })) as PutTarget;
  const { headers } = target.put;
  const send = async (body: string, sent: Record<string, string>) =>
    (
      await fetch(target.put.url, {
        method: 'PUT',
        headers: sent,
        body: new Uint8Array(Buffer.from(body)),
      })
    ).status;
  const { 'content-length': _, ...rest } = headers;
  for (const body of ['', 'byte', 'bytes.', 'x'.repeat(1000)])
    expect(await send(body, rest)).toBe(403);
  for (const name of Object.keys(rest)) {
    const { [name]: value = '', ...without } = rest;
    expect([name, await send('bytes', without)]).toEqual([name, 403]);
    expect([name, await send('bytes', { ...rest, [name]: `${value}x` })]).toEqual([name, 403]);
  }
  expect(await send('bytes', headers)).toBe(200);
  expect(await send('other', headers)).toBe(412);
});

test('a file above 100 MB is sent in parts that hold all of it', async () => {
  const target = (await begin({ bytes: 100_000_001 })) as MultipartTarget;
  const { part_size, parts } = target.multipart;
  expect(parts).toHaveLength(Math.ceil(100_000_001 / part_size));
  expect(parts.map(({ part_number }) => part_number)).toEqual(parts.map((_, at) => at + 1));
  await expect(complete(target.upload_id)).rejects.toMatchObject({
    type: 'invalid_request',
    message: expect.stringContaining('Parts 1, 2, 3'),
  });
  const file = Buffer.alloc(100_000_001, 'a');
  const etags: { part_number: number; etag: string }[] = [];
  for (const { part_number, url } of parts) {
    const body = file.subarray((part_number - 1) * part_size, part_number * part_size);
    expect((await fetch(url, { method: 'PUT', body: 'short' })).status).toBe(403);
    const response = await fetch(url, { method: 'PUT', body: new Uint8Array(body) });
    expect(response.status).toBe(200);
    etags.push({ part_number, etag: response.headers.get('etag') ?? '' });
  }
  const wrong = etags.map((part) => ({ ...part, etag: '"0"' }));
  await expect(complete(target.upload_id, { parts: wrong })).rejects.toMatchObject({
    type: 'invalid_request',
  });
  const answers = await Promise.all([
    complete(target.upload_id, { parts: etags }),
    complete(target.upload_id),
    complete(target.upload_id),
  ]);
  expect(answers[0]).toMatchObject({ received_bytes: 100_000_001 });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
}, 60_000);

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
  expect(answer.video.id).toBe(through.video.id);
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

test('an upload of another organization is not found, nor one begun by another ticket', async () => {
  const { upload_id } = await single('mine');
  const stranger = await service.caller();
  const notFound = { type: 'video_not_found' };
  await expect(complete(upload_id, { orgId: stranger.orgId })).rejects.toMatchObject(notFound);
  await expect(complete(upload_id, { nonce: randomUUID() })).rejects.toMatchObject(notFound);
  await expect(complete('upl_unknown')).rejects.toMatchObject(notFound);
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
    const { videos, uploads, artifacts, direct, engine } = ports();
    const mortal = {
      videos: dying(videos),
      uploads: dying(uploads),
      artifacts: dying(artifacts),
      direct: dying(direct),
      engine: dying(engine),
    };
    const first = await complete(upload_id, {}, mortal).catch(() => 'killed' as const);
    const answer = await complete(upload_id);
    expect(answer).toMatchObject({ upload_id, received_bytes: content.length });
    if (first !== 'killed') {
      expect(answer).toEqual(first);
      break;
    }
  }
}, 60_000);
