import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { SignatureV4 } from '@smithy/signature-v4';
import { newAccess } from '../../local/engine-access.ts';
import { SigningHash } from '../../local/object-store/signing-hash.ts';
import { startObjectStore } from '../support/object-store.ts';

const access = newAccess('us-west-2');
const { credentials } = access;
const Bucket = 'videos';
let dir: string;
let store: Awaited<ReturnType<typeof startObjectStore>>;
let s3: S3Client;
let clockOffsetMs = 0;

const client = (keys = credentials, region = access.region) =>
  new S3Client({
    endpoint: `http://127.0.0.1:${store.port}`,
    region,
    forcePathStyle: true,
    credentials: keys,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'object-store-'));
  store = await startObjectStore({
    dir,
    ...access,
    now: () => new Date(Date.now() + clockOffsetMs),
  });
  store.makeBucket(Bucket);
  s3 = client();
});

afterAll(async () => {
  s3.destroy();
  await store.close();
  await rm(dir, { recursive: true });
});

beforeEach(() => {
  clockOffsetMs = 0;
});

const signableHeaders = new Set(['host', 'content-type', 'cache-control', 'content-length']);
const presignPut = (Key: string, body: string) =>
  getSignedUrl(
    s3,
    new PutObjectCommand({
      Bucket,
      Key,
      ContentType: 'video/mp4',
      CacheControl: 'private',
      ContentLength: body.length,
    }),
    { expiresIn: 60, signableHeaders },
  );
const send = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'PUT',
    body,
    headers: { 'content-type': 'video/mp4', 'cache-control': 'private', ...headers },
  });
const codeOf = async (response: Response) => /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
const presignGet = (Key: string, more: object = {}) =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket, Key, ...more }), { expiresIn: 60 });

test('a presigned PUT takes exactly what was signed, and a presigned GET gives it back', async () => {
  const url = await presignPut('a b/ü.mp4', 'video');
  const { status, headers } = await send(url, 'video');
  expect([status, headers.get('etag')]).toEqual([200, '"421b47ffd946ca083b65cd668c6b17e6"']);
  const got = await fetch(await presignGet('a b/ü.mp4'));
  expect([got.status, got.headers.get('content-type'), await got.text()]).toEqual([
    200,
    'video/mp4',
    'video',
  ]);
});

test.each([
  ['another length', 'longer video', {}],
  ['another content type', 'video', { 'content-type': 'text/html' }],
  ['another cache-control', 'video', { 'cache-control': 'public' }],
])('a presigned PUT with %s is refused', async (_what, body, headers) => {
  const response = await send(await presignPut('refused', 'video'), body, headers);
  expect([response.status, await codeOf(response)]).toEqual([403, 'SignatureDoesNotMatch']);
  expect((await fetch(await presignGet('refused'))).status).toBe(404);
});

test('a presigned PUT with an x-amz header outside the signature is refused', async () => {
  const response = await send(await presignPut('refused', 'video'), 'video', {
    'x-amz-acl': 'private',
  });
  expect([response.status, await codeOf(response)]).toEqual([403, 'AccessDenied']);
});

const parameters = ['Signature', 'Credential', 'Date', 'Expires', 'SignedHeaders'];
test.each(parameters)('a presigned address without X-Amz-%s is refused', async (name) => {
  const url = new URL(await presignGet('x'));
  url.searchParams.delete(`X-Amz-${name}`);
  expect(await codeOf(await fetch(url))).toBe('AuthorizationQueryParametersError');
});

test.each([
  ['key', (url: URL) => (url.pathname = `/${Bucket}/other`)],
  ['bucket', (url: URL) => (url.pathname = '/other/x')],
  ['lifetime', (url: URL) => url.searchParams.set('X-Amz-Expires', '61')],
  ['signature', (url: URL) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))],
  ['parameter more', (url: URL) => url.searchParams.set('response-content-type', 'text/html')],
])('a presigned address with another %s is refused', async (_what, alter) => {
  const url = new URL(await presignGet('x'));
  alter(url);
  const response = await fetch(url);
  expect([response.status, await codeOf(response)]).toEqual([403, 'SignatureDoesNotMatch']);
});

test('a presigned address is for its method only', async () => {
  const response = await fetch(await presignGet('x'), { method: 'DELETE' });
  expect([response.status, await codeOf(response)]).toEqual([403, 'SignatureDoesNotMatch']);
});

test('a presigned address works until it expires', async () => {
  const url = await presignPut('expiring', 'video');
  clockOffsetMs = 58_000;
  expect((await send(url, 'video')).status).toBe(200);
  clockOffsetMs = 62_000;
  const late = await send(url, 'video');
  const body = await late.text();
  expect(late.status).toBe(403);
  expect(body).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>');
});

test('response parameters that were signed override what was stored', async () => {
  await send(await presignPut('named', 'video'), 'video');
  const url = await presignGet('named', {
    ResponseContentType: 'text/plain',
    ResponseContentDisposition: 'attachment; filename="ü.mp4"',
  });
  const { headers } = await fetch(url);
  expect(headers.get('content-type')).toBe('text/plain');
  expect(headers.get('content-disposition')).toContain('attachment');
});

test('a presigned part is taken without a credential', async () => {
  const { UploadId = '' } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'mp' }));
  const command = new UploadPartCommand({ Bucket, Key: 'mp', UploadId, PartNumber: 1 });
  const url = await getSignedUrl(s3, command, { expiresIn: 60 });
  const response = await fetch(url, { method: 'PUT', body: 'part' });
  expect(response.status).toBe(200);
  expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
});

test('another key pair, a wrong secret, another region and a wrong clock are refused', async () => {
  const read = (s3Client: S3Client) => s3Client.send(new GetObjectCommand({ Bucket, Key: 'x' }));
  await expect(read(client({ ...credentials, accessKeyId: 'other' }))).rejects.toMatchObject({
    name: 'InvalidAccessKeyId',
  });
  await expect(read(client({ ...credentials, secretAccessKey: 'other' }))).rejects.toMatchObject({
    name: 'SignatureDoesNotMatch',
  });
  await expect(read(client(credentials, 'eu-west-1'))).rejects.toMatchObject({
    name: 'AuthorizationHeaderMalformed',
  });
  clockOffsetMs = 16 * 60_000;
  await expect(read(client())).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
});

test('a request without a signature is refused', async () => {
  const response = await fetch(`http://127.0.0.1:${store.port}/${Bucket}/x`);
  expect([response.status, await codeOf(response)]).toEqual([403, 'AccessDenied']);
});

/** A signed request whose body is then swapped for another one. */
async function swapped(body: (signed: string) => string, overrides: Record<string, string> = {}) {
  const address = { url: '', headers: {} as Record<string, string> };
  const signing = client();
  signing.middlewareStack.add(
    (next) => async (args) => {
      const request = args.request as { path: string; headers: Record<string, string> };
      address.url = `http://127.0.0.1:${store.port}${request.path}?x-id=PutObject`;
      address.headers = request.headers;
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  await signing.send(new PutObjectCommand({ Bucket, Key: 'swapped', Body: 'right' }));
  signing.destroy();
  const { host: _, 'content-length': __, ...headers } = address.headers;
  return fetch(address.url, {
    method: 'PUT',
    body: body('right'),
    headers: { ...headers, ...overrides },
  });
}

test('a body that is not the one that was signed is refused', async () => {
  expect((await swapped((signed) => signed)).status).toBe(200);
  const response = await swapped(() => 'wrong');
  expect([response.status, await codeOf(response)]).toEqual([400, 'XAmzContentSHA256Mismatch']);
});

const signer = new SignatureV4({
  ...access,
  service: 's3',
  sha256: SigningHash,
  uriEscapePath: false,
});

/** Sends text in aws-chunked framing, with a trailer after it. */
async function sendChunked(text: string, trailer: string, length = text.length) {
  const { headers } = await signer.sign({
    method: 'PUT',
    protocol: 'http:',
    hostname: '127.0.0.1',
    path: `/${Bucket}/chunked`,
    headers: {
      host: `127.0.0.1:${store.port}`,
      'content-encoding': 'aws-chunked',
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-decoded-content-length': String(length),
      'x-amz-trailer': trailer.split(':')[0] ?? '',
    },
  });
  const body = `3\r\n${text.slice(0, 3)}\r\n${(text.length - 3).toString(16)}\r\n${text.slice(3)}\r\n0\r\n${trailer}\r\n\r\n`;
  const { host: _, ...sent } = headers;
  return fetch(`http://127.0.0.1:${store.port}/${Bucket}/chunked`, {
    method: 'PUT',
    body,
    headers: sent,
  });
}

const NINE = '123456789';
test.each(['x-amz-checksum-crc32:y/Q5Jg==', 'x-amz-checksum-crc64nvme:rosUhgp5mIg='])(
  'a body in chunks is taken when its trailer %s is right',
  async (trailer) => {
    const response = await sendChunked(NINE, trailer);
    expect([response.status, await codeOf(response)]).toEqual([200, undefined]);
    expect(await (await fetch(await presignGet('chunked'))).text()).toBe(NINE);
  },
);

test.each([
  ['a wrong CRC32', 'x-amz-checksum-crc32:AAAAAA==', 9, 'BadDigest'],
  ['a wrong CRC64', 'x-amz-checksum-crc64nvme:AAAAAAAAAAA=', 9, 'BadDigest'],
  ['a checksum that is not known', 'x-amz-checksum-md4:AAAA', 9, 'NotImplemented'],
  ['fewer bytes than declared', 'x-amz-checksum-crc32:y/Q5Jg==', 10, 'IncompleteBody'],
  ['more bytes than declared', 'x-amz-checksum-crc32:y/Q5Jg==', 8, 'InvalidRequest'],
])('a body in chunks with %s is refused', async (_what, trailer, length, code) => {
  const response = await sendChunked(NINE, trailer, length);
  expect(await codeOf(response)).toBe(code);
});

test('a page of another origin may put, and sees the ETag', async () => {
  const url = await presignPut('cors', 'video');
  const asked = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,cache-control',
    },
  });
  expect(asked.status).toBe(200);
  expect(Object.fromEntries(asked.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining('PUT'),
    'access-control-allow-headers': 'content-type,cache-control',
  });
  const { headers } = await send(url, 'video', { origin: 'https://app.example' });
  expect(headers.get('access-control-expose-headers')).toBe('ETag');
  const bare = await fetch(url, { method: 'OPTIONS' });
  expect(bare.status).toBe(400);
});

test('a page of another origin is told nothing of what is not signed', async () => {
  const [object = ''] = (await presignPut('cors', 'video')).split('?');
  const bucket = `http://127.0.0.1:${store.port}/${Bucket}`;
  const origin = 'https://app.example';
  for (const url of [object, bucket, `${bucket}?X-Amz-Signature=x`, `${bucket}?list-type=2`]) {
    for (const method of ['PUT', 'GET', 'HEAD', 'POST', 'DELETE']) {
      const headers = { origin, 'access-control-request-method': method };
      const asked = await fetch(url, { method: 'OPTIONS', headers });
      expect([url, asked.status, await codeOf(asked)]).toEqual([url, 403, 'AccessForbidden']);
      expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    }
    const got = await fetch(url, { headers: { origin } });
    expect(got.status).toBeGreaterThanOrEqual(400);
    expect(got.headers.get('access-control-allow-origin')).toBeNull();
  }
});
