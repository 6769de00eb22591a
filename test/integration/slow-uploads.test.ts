import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeUploadRoute } from '../../functions/api/complete-upload/route.ts';
import { directUploadRoute } from '../../functions/api/direct-upload/route.ts';
import { uploadAddressesRoute } from '../../functions/api/upload-addresses/route.ts';
import { httpHandler } from '../../layers/http/http-handler.ts';
import { type ApiHandler, makeGateway } from '../../local/gateway/gateway.ts';
import { fileMemory } from '../../sdk/src/cli/file-memory.ts';
import { VideoReader } from '../../sdk/src/index.ts';
import { directUploads, LARGE, PART } from '../support/direct-uploads.ts';

const HOUR_MS = 3600_000;
const MARK = 'the bytes that are changed on their way';

const storage = await directUploads();
const { service, caller, line, session } = storage;
const gate = { authenticate: async () => caller, admit: async () => undefined };
/** Calls for fresh addresses. */
let asked = 0;
const handlers: Readonly<Record<string, () => unknown>> = {
  'direct-upload': () =>
    httpHandler(directUploadRoute, gate, async ({ body }) => ({
      status: 200,
      body: await storage.begin(body, caller, baseUrl),
    })),
  'upload-addresses': () =>
    httpHandler(uploadAddressesRoute, gate, async ({ params, body }) => {
      asked += 1;
      session.seconds = Number.POSITIVE_INFINITY;
      return { status: 200, body: await storage.fresh(params.uploadId, body) };
    }),
  'complete-upload': () =>
    httpHandler(completeUploadRoute, gate, async ({ params }) => ({
      status: 200,
      body: await storage.complete(params.uploadId),
    })),
};
const gateway = createServer(
  makeGateway({
    routes: [directUploadRoute, uploadAddressesRoute, completeUploadRoute],
    load: async ({ name }) => handlers[name]?.() as ApiHandler,
    onDefect: (error) => {
      throw error;
    },
  }),
);
gateway.listen(0, '127.0.0.1');
await once(gateway, 'listening');
const baseUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
const dir = await mkdtemp(join(tmpdir(), 'slow-'));
const states = () => readdir(join(dir, 'cache')).catch(() => []);

afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await storage.stop();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  asked = 0;
  service.clock.now = new Date();
  line.mend();
});

interface Run {
  readonly onWait?: () => void;
  readonly patienceMs?: number;
  /** Told of the bytes that are there, and of those that came by this run. */
  readonly onProgress?: (there: number, sent: number) => void;
}
/** Sends a file as the command does; waits take no time. */
async function send(file: string, { onWait, patienceMs = 60_000, onProgress }: Run = {}) {
  const client = new VideoReader({ baseUrl, apiKey: 'key', wait: async () => onWait?.() });
  let first: number | undefined;
  return client.upload(file, {
    patienceMs,
    memory: fileMemory(join(dir, 'cache')),
    onProgress: (there) => {
      first ??= there;
      onProgress?.(there, there - first);
    },
  });
}
async function fileOf(name: string, bytes: Uint8Array) {
  const path = join(dir, name);
  await writeFile(path, bytes);
  return path;
}

/**
 * Puts the clock on by so much from the real time, by which storage goes, with the sweep that comes
 * then.
 */
async function hoursLater(hours: number) {
  line.mend();
  service.clock.now = new Date(Date.now() + hours * HOUR_MS);
  await storage.sweep();
}

test('an address that has expired is replaced by a fresh one', async () => {
  const file = await fileOf('expired.mp4', randomBytes(50_000));
  session.seconds = 0;
  expect(await send(file)).toMatchObject({ received_bytes: 50_000, video: { title: 'expired' } });
  expect(asked).toBe(1);
  expect(await states()).toEqual([]);
});

test('a network that is lost for a while is waited for', async () => {
  const file = await fileOf('lost.mp4', randomBytes(50_000));
  line.break();
  let waits = 0;
  const onWait = () => {
    waits += 1;
    if (waits === 3) line.mend();
  };
  expect(await send(file, { onWait })).toMatchObject({ received_bytes: 50_000 });
  expect(waits).toBe(3);
});

test('bytes that changed on their way are refused by the storage and sent again', async () => {
  const file = await fileOf('changed.mp4', Buffer.concat([randomBytes(9000), Buffer.from(MARK)]));
  const before = line.changed();
  line.change(MARK, 1);
  let waits = 0;
  const onWait = () => {
    waits += 1;
  };
  expect(await send(file, { onWait })).toMatchObject({ received_bytes: 9000 + MARK.length });
  expect([line.changed() - before, waits]).toEqual([1, 1]);
});

test('a file that changes while it is sent is not completed', async () => {
  const file = await fileOf('edited.mp4', randomBytes(50_000));
  const edit: Promise<void>[] = [];
  session.seconds = 0;
  const onProgress = () => void edit.push(utimes(file, new Date(), new Date(0)));
  await expect(send(file, { onProgress })).rejects.toThrow('changed while it was sent');
  await Promise.all(edit);
  expect(await states()).toEqual([]);
});

test('a transfer that breaks off every day goes on with what is missing, for days', async () => {
  const file = await fileOf('large.mp4', Buffer.alloc(LARGE, 'a'));
  const breakAfter = (parts: number): Run => ({
    patienceMs: 0,
    onProgress: (_, sent) => {
      if (sent >= parts * PART) line.break();
    },
  });
  await expect(send(file, breakAfter(1))).rejects.toMatchObject({ type: 'connection_failed' });
  const [state] = await states();
  await hoursLater(20);
  await expect(send(file, breakAfter(0))).rejects.toMatchObject({ type: 'connection_failed' });
  expect(await states()).toEqual([state]);
  await hoursLater(40);
  let [there, came] = [0, 0];
  const onProgress = (now: number, sent: number) => {
    there = now - sent;
    came = sent;
  };
  expect(await send(file, { onProgress })).toMatchObject({ received_bytes: LARGE });
  expect(there).toBeGreaterThanOrEqual(PART);
  expect(there + came).toBe(LARGE);
  expect(await states()).toEqual([]);
});

test('one that nobody went on with is begun anew', async () => {
  const file = await fileOf('forgotten.mp4', Buffer.alloc(LARGE, 'b'));
  const begun = async () => {
    const broken = send(file, { patienceMs: 0, onProgress: () => line.break() });
    await expect(broken).rejects.toMatchObject({ type: 'connection_failed' });
    const [state = ''] = await states();
    return readFile(join(dir, 'cache', state), 'utf8');
  };
  const first = await begun();
  await hoursLater(20);
  expect(await begun()).toBe(first);
  await hoursLater(50);
  expect(await begun()).not.toBe(first);
});
