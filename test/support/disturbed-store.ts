import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { openObjectIndex } from '../../local/object-store/object-index.ts';
import { openObjectStore } from '../../local/object-store/server.ts';

/**
 * What becomes of an answer after some of its bytes; `busy` and `refused` come in the place of the
 * answer.
 */
export type Disturbance = { readonly kind: 'busy' | 'refused' } | Partly;
interface Partly {
  readonly kind: 'cut' | 'stall' | 'end' | 'flip';
  /** Bytes of the answer, its head not counted. */
  readonly after: number;
}

const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
const BUCKET = 'sources';
const REGION = 'us-east-1';

/** The object store over HTTP, with answers about sources that a test disturbs. */
export async function disturbedStore() {
  const dir = await mkdtemp(join(tmpdir(), 'disturbed-'));
  const store = await openObjectStore({ dir, credentials, region: REGION });
  store.makeBucket(BUCKET);
  /** Ranges of sources that were asked for, both ends included. */
  const asked: (readonly [first: number, last: number])[] = [];
  /** For the next reads, one each; undefined leaves an answer as it is. */
  const queue: (Disturbance | undefined)[] = [];
  let always: Disturbance | undefined;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.includes('/blocks-')) {
      return store.handle(request, response);
    }
    const [, first = '0', last = '0'] =
      /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    asked.push([Number(first), Number(last)]);
    const disturbance = queue.length > 0 ? queue.shift() : always;
    if (disturbance?.kind === 'refused') return void request.socket.resetAndDestroy();
    if (disturbance?.kind === 'busy') return busy(response);
    if (disturbance && 'after' in disturbance) disturb(request, response, disturbance);
    store.handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: REGION,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  });
  return {
    client,
    bucket: BUCKET,
    asked,
    /** Disturbs the next reads, one each. */
    disturb: (...disturbances: (Disturbance | undefined)[]) => void queue.push(...disturbances),
    /** Disturbances that are still to come. */
    left: () => queue.length,
    /** Disturbs all reads from now on. */
    disturbAll: (disturbance: Disturbance | undefined) => {
      always = disturbance;
    },
    put: (key: string, bytes: Uint8Array) =>
      client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: bytes })),
    /** Puts empty objects in place, without the requests that would bring them. */
    fill(keys: readonly string[]) {
      const index = openObjectIndex(join(dir, 'index.db'));
      const empty = { etag: '', size: 0, modified: Date.now(), headers: {}, blobs: [] };
      for (const key of keys) index.put(BUCKET, { ...empty, key });
      index.close();
    },
    /** Flips a bit of the largest object on its disk. */
    async rot(at: number) {
      const file = await open(await largestFile(join(dir, 'blobs')), 'r+');
      const byte = Buffer.alloc(1);
      await file.read(byte, 0, 1, at);
      await file.write(Buffer.of((byte[0] ?? 0) ^ 4), 0, 1, at);
      await file.close();
    },
    async close() {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      store.close();
      await rm(dir, { recursive: true });
    },
  };
}

const busy = (response: ServerResponse) =>
  void response
    .writeHead(503, { 'content-type': 'application/xml' })
    .end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>');

/** Lets some bytes of the answer through, then does what is to become of it. */
function disturb(
  { socket }: IncomingMessage,
  response: ServerResponse,
  { kind, after }: Partly,
): void {
  const write = response.write.bind(response) as (chunk: Buffer, done?: () => void) => boolean;
  let left = after;
  response.write = ((chunk: Buffer, ...rest: unknown[]) => {
    const done = rest.find((argument) => typeof argument === 'function') as
      | (() => void)
      | undefined;
    if (chunk.length <= left || left < 0) {
      if (left >= 0) left -= chunk.length;
      return write(chunk, done);
    }
    const at = left;
    left = kind === 'flip' ? -1 : 0;
    if (kind === 'flip') {
      const changed = Buffer.from(chunk);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return write(changed, done);
    }
    write(chunk.subarray(0, at), () => {
      if (kind === 'cut') socket.resetAndDestroy();
      if (kind === 'end') socket.end();
    });
    return false;
  }) as typeof response.write;
}

async function largestFile(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const paths = names.map((name) => join(folder, name));
  const sizes = await Promise.all(paths.map(async (path) => ({ path, ...(await stat(path)) })));
  return sizes
    .filter((file) => !file.path.endsWith('.part'))
    .reduce((a, b) => (b.size > a.size ? b : a)).path;
}
