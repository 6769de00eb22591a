import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putRange } from '../../layers/adapters/s3/put-range.ts';

const MB = 1024 ** 2;
const { signal } = new AbortController();
let folder: string;
let server: Server;
let url: string;
let take: (sent: IncomingMessage) => Promise<number>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'put-range-'));
  server = createServer(async (sent, answer) => {
    answer.writeHead(await take(sent)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/part`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** A file that is a hole but for its beginning and its end. */
async function sparse(size: number): Promise<string> {
  const path = join(folder, String(size));
  const file = await open(path, 'w');
  await file.write('the start');
  await file.write('the end', size - 7);
  await file.close();
  return path;
}

test('a part beyond 4 GiB is what the file holds there, with its length', async () => {
  const size = 5 * 1024 * MB;
  const path = await sparse(size);
  const came: string[] = [];
  take = async (sent) => {
    came.push(sent.headers['content-length'] ?? '', Buffer.concat(await sent.toArray()).toString());
    return 200;
  };
  const range = { path, from: size - 3, bytes: 3 };
  expect(await putRange({ url, headers: { 'content-type': 'video/mp4' } }, range, signal)).toBe(
    200,
  );
  expect(came).toEqual(['3', 'end']);
});

test('a part is read no faster than the store takes it', async () => {
  const size = 640 * MB;
  const path = await sparse(size);
  const { arrayBuffers: before } = process.memoryUsage();
  let held = 0;
  take = async (sent) => {
    let taken = 0;
    for await (const chunk of sent) {
      taken += (chunk as Buffer).length;
      held = Math.max(held, process.memoryUsage().arrayBuffers - before);
    }
    return taken === size ? 200 : 500;
  };
  expect(await putRange({ url }, { path, from: 0, bytes: size }, signal)).toBe(200);
  // What this process reads as the store counts too, and is let go of now and then.
  expect(held).toBeLessThan(size / 3);
});

test.each([
  ['a refusal is told', 403],
  ['so is an empty file', 200],
])('%s', async (_, status) => {
  take = async (sent) => {
    for await (const _chunk of sent);
    return status;
  };
  const range = { path: await sparse(100), from: 0, bytes: status === 200 ? 0 : 100 };
  expect(await putRange({ url }, range, signal)).toBe(status);
});

test('a store that breaks off fails the part', async () => {
  take = (sent) => {
    sent.destroy();
    return new Promise(() => {});
  };
  const range = { path: await sparse(MB), from: 0, bytes: MB };
  await expect(putRange({ url }, range, signal)).rejects.toThrow();
});
