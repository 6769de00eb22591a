import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { fetchLinks } from '../../functions/durable/durable-functions.ts';
import { lambdaCall } from '../../layers/adapters/lambda/call.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { s3DirectStore } from '../../layers/adapters/s3/direct-store.ts';
import { keptTables } from '../../layers/adapters/s3/stored/kept-table.ts';
import { systemClock, wait as waits } from '../../layers/adapters/system/clock.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import { followingElsewhere } from '../../layers/app/links/follow-elsewhere.ts';
import type { ArtifactStore } from '../../layers/app/ports/artifacts.ts';
import type { LinkAccess } from '../../layers/app/ports/links/fetch-orders.ts';
import type { FetchProgress, FoundMedia } from '../../layers/app/ports/links/links.ts';
import { linkOf } from '../../layers/domain/links/recognise.ts';
import { parseBlockTable } from '../../layers/domain/sources/block-table.ts';
import { type ClosedFunction, calledFunction } from '../../local/durable/called-function.ts';
import { startObjectStore } from '../../local/object-store/server.ts';
import { ffmpeg } from '../support/clips/ffmpeg.ts';
import {
  executionsTable,
  startDurable,
  type TestDurable,
} from '../support/durable/local-backend.ts';
import { fileAt } from '../support/links.ts';
import { site } from '../support/sites/sites.ts';
import { stoppingSite } from '../support/sites/stopping-site.ts';
import { testAccess } from '../support/tables.ts';

const BUCKET = 'artifacts';
const FOLDER = 'orgs/o/videos/v/source/r/';
const PASSING = 'orgs/o/videos/v/source/fetching/';
const MB = 1024 ** 2;
const POLL_MS = 20;
const never = new AbortController().signal;
const access = testAccess();

let dir: string;
let store: Awaited<ReturnType<typeof startObjectStore>>;
let objects: ReturnType<typeof objectClient>;
let artifacts: ArtifactStore;
let backend: TestDurable;
let processes: ClosedFunction;
let client: LambdaClient;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'follow-'));
  store = await startObjectStore({ dir: join(dir, 'objects'), ...access });
  store.makeBucket(BUCKET);
  const { credentials } = access;
  objects = objectClient({ endpoint: `http://127.0.0.1:${store.port}`, credentials });
  artifacts = s3Artifacts(objects, BUCKET);
  const handler = new URL('../../functions/durable/fetch/handler.ts', import.meta.url);
  const environment = { ALLOW_PRIVATE_SOURCES: '1', TMPDIR: dir, YT_DLP_PATH: await looking() };
  processes = calledFunction(fetchLinks, handler, { environment: async () => environment });
  backend = await startDurable(await executionsTable(), () => [processes]);
  client = new LambdaClient({ ...access, endpoint: backend.server.endpoint });
});
afterEach(() => artifacts.deletePrefix('orgs/'));
afterAll(async () => {
  client.destroy();
  await backend.close();
  processes.close();
  await store.close();
  objects.destroy();
  await rm(dir, { recursive: true });
});

/** A program in the place of yt-dlp that notes what it finds in environments, and fails. */
async function looking(): Promise<string> {
  const path = join(dir, 'looking');
  const text = `#!/bin/sh
[ "$1" = --help ] && exit 0
cat /proc/self/environ /proc/$PPID/environ /proc/$PPID/cmdline > ${dir}/seen
echo "$*" >> ${dir}/arguments
echo 'ERROR: nothing here' >&2
exit 1`;
  await writeFile(path, text, { mode: 0o755 });
  return path;
}

const links = (own: LinkAccess = {}, roundSeconds = 600) =>
  followingElsewhere({
    call: lambdaCall(client, fetchLinks.name),
    access: own,
    artifacts,
    direct: s3DirectStore(objects, BUCKET),
    crc32,
    wait: waits,
    now: systemClock,
    roundSeconds,
  });

const transfer = (
  found: string | FoundMedia,
  {
    maxBytes = 1000 * MB,
    signal = never,
    told = [] as FetchProgress[],
    roundSeconds = 600,
    run = FOLDER,
  } = {},
) =>
  links({}, roundSeconds).transfer(
    typeof found === 'string' ? fileAt(found) : found,
    { folder: run, passing: PASSING, maxBytes },
    (progress) => told.push(progress),
    signal,
  );

/** Sends bytes, and breaks each answer off after some of them; a version may differ each time. */
const breaking =
  (bytes: Buffer, after: number, etag: () => string) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const version = etag();
    const isSame = (request.headers['if-range'] ?? version) === version;
    const [, from = '0'] = /^bytes=(\d+)-/.exec(isSame ? (request.headers.range ?? '') : '') ?? [];
    const at = Number(from);
    const total = bytes.length;
    response.writeHead(at > 0 ? 206 : 200, {
      etag: version,
      'content-length': total - at,
      ...(at > 0 && { 'content-range': `bytes ${at}-${total - 1}/${total}` }),
    });
    const part = bytes.subarray(at, at + after);
    response.write(part, () => (at + after >= total ? response.end() : response.destroy()));
  };

const whole = async (going: ReturnType<typeof transfer>) => {
  const fetched = await going;
  if (!fetched) throw new Error('the round was over');
  return fetched;
};

async function stored(key: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await artifacts.read(key)) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const transfers = async () =>
  (await objects.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }))).Uploads ?? [];

test('a file comes in parts that are one object, with the digests of what came', async () => {
  // More than one part, and none of them full.
  const bytes = randomBytes(65 * MB);
  const web = await site(breaking(bytes, 40 * MB, () => '"one"'));
  try {
    const { key, bytes: size, ...rest } = await whole(transfer(web.origin));
    expect([key, size, rest]).toEqual([
      `${FOLDER}source`,
      bytes.length,
      { captions: [], carousel: null, notes: [] },
    ]);
    expect((await stored(key)).equals(bytes)).toBe(true);
    const mend = keptTables({ client: objects, bucket: BUCKET, newDigest: newSourceDigest });
    const table = await mend({ source_key: key, size_bytes: size, sha256: null }, never);
    const digest = newSourceDigest();
    digest.update(bytes);
    expect(table.sha256).toBe(digest.hex());
    expect(await artifacts.list(FOLDER)).toHaveLength(2);
  } finally {
    await web.close();
  }
});

test('a file that changed while it came is stored as it is now, whole', async () => {
  const [before, after] = [randomBytes(70 * MB), randomBytes(3 * MB)];
  let asked = 0;
  const web = await site((request, response) => {
    asked += 1;
    if (asked === 1) breaking(before, 66 * MB, () => '"one"')(request, response);
    else breaking(after, 4 * MB, () => '"two"')(request, response);
  });
  try {
    const { key, bytes } = await whole(transfer(web.origin));
    expect([bytes, (await stored(key)).equals(after)]).toEqual([after.length, true]);
  } finally {
    await web.close();
  }
});

test('what a site refuses is refused in the same words, with the pause that it asks for', async () => {
  const web = await site((_, response) => response.writeHead(429, { 'retry-after': '77' }).end());
  try {
    const refused = {
      name: 'DomainError',
      type: 'source_unavailable',
      detail: { reason: 'ratelimit', retryAfterSeconds: 77 },
      message: expect.stringContaining('77 seconds'),
    };
    await expect(links().find(linkOf(`${web.origin}/a.mp4`), never)).rejects.toMatchObject(refused);
    await expect(transfer(web.origin)).rejects.toMatchObject(refused);
  } finally {
    await web.close();
  }
});

test('a file of more than may be fetched is given up', async () => {
  const bytes = randomBytes(70 * MB);
  const web = await site((_, response) => response.end(bytes));
  try {
    await expect(transfer(web.origin, { maxBytes: MB })).rejects.toMatchObject({
      type: 'source_unavailable',
      message: expect.stringContaining('larger'),
    });
  } finally {
    await web.close();
  }
});

/** Sends a little, and goes on when it is told. */
async function slowSite() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const bytes = randomBytes(2 * MB);
  let ended = 0;
  const web = await site(async (_, response) => {
    response.on('close', () => {
      ended += 1;
    });
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, MB));
    begun.resolve();
    await released;
    response.end(bytes.subarray(MB));
  });
  return { ...web, release, begun: begun.promise, ended: () => ended };
}

test('how far it is is told while it goes on', async () => {
  const web = await slowSite();
  try {
    const told: FetchProgress[] = [];
    const going = transfer(web.origin, { told });
    while (told.length === 0) await wait(POLL_MS);
    expect(told[0]?.of).toBe(2 * MB);
    expect(told[0]?.bytes).toBeLessThanOrEqual(MB);
    web.release();
    expect(await going).toMatchObject({ bytes: 2 * MB });
  } finally {
    await web.close();
  }
});

test('a fetch whose folder is deleted ends by itself, and leaves nothing', async () => {
  const web = await slowSite();
  try {
    const going = expect(transfer(web.origin)).rejects.toThrow();
    await web.begun;
    // As whoever erases the video does.
    await artifacts.deletePrefix('orgs/');
    while (web.ended() === 0) await wait(POLL_MS);
    web.release();
    await going;
    expect([await artifacts.list('orgs/'), await transfers()]).toEqual([[], []]);
  } finally {
    await web.close();
  }
});

test('a fetch that nobody waits for any more ends with its process', async () => {
  const web = await slowSite();
  try {
    const stop = new AbortController();
    const going = expect(transfer(web.origin, { signal: stop.signal })).rejects.toThrow('enough');
    await web.begun;
    stop.abort(new Error('enough'));
    await going;
    while (web.ended() === 0) await wait(POLL_MS);
  } finally {
    await web.close();
  }
});

test('a downloader finds no secret of the service around it, nor the address of another proxy', async () => {
  process.env['TICKET_SECRET'] = 'planted-secret';
  const cookies = '# Netscape HTTP Cookie File\n';
  const own = { proxy: 'http://operator:planted-password@127.0.0.1:9', cookies };
  try {
    const link = linkOf('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    await expect(links(own).find(link, never)).rejects.toMatchObject({
      type: 'source_unavailable',
    });
    const seen = await readFile(join(dir, 'seen'), 'utf8');
    expect(seen).toContain('PATH=');
    expect(seen).not.toMatch(/planted|AWS_/);
    expect(await readFile(join(dir, 'arguments'), 'utf8')).toMatch(/^--cookies /);
  } finally {
    delete process.env['TICKET_SECRET'];
  }
});

const roundsOf = async (
  address: string | FoundMedia,
  roundSeconds: number,
  told: FetchProgress[] = [],
) => {
  for (let round = 1; ; round += 1) {
    const run = `orgs/o/videos/v/source/r${round}/`;
    const fetched = await transfer(address, { roundSeconds, run, told });
    if (fetched) return { ...fetched, rounds: round };
  }
};

test('a site that never sends further than a place is given up', async () => {
  const bytes = randomBytes(8 * MB);
  const web = await stoppingSite({ bytes, stops: Array.from({ length: 9 }, () => MB) });
  try {
    await expect(roundsOf(web.origin, 1)).rejects.toMatchObject({
      type: 'source_unavailable',
      message: expect.stringContaining('Nothing more'),
    });
    expect(web.from).toEqual([0, 0, 0, 0]);
  } finally {
    await web.close();
  }
});

test('a file that takes longer than a round goes on in the next one where it stopped', async () => {
  const bytes = randomBytes(90 * MB);
  const web = await stoppingSite({ bytes, stops: [20 * MB, 60 * MB] });
  const told: FetchProgress[] = [];
  try {
    const { key, bytes: size, rounds } = await roundsOf(web.origin, 5, told);
    expect([rounds, key, size]).toEqual([3, 'orgs/o/videos/v/source/r1/source', bytes.length]);
    expect((await stored(key)).equals(bytes)).toBe(true);
    // Not a byte is asked for twice.
    expect(web.from).toEqual([0, 20 * MB, 80 * MB]);
    // Progress never goes back.
    const steps = told.map((step) => step.bytes);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    // Its digests are those of its blocks; nobody has seen all of it to know that of the whole.
    const mend = keptTables({ client: objects, bucket: BUCKET, newDigest: newSourceDigest });
    const table = await mend({ source_key: key, size_bytes: size, sha256: null }, never);
    const digest = newSourceDigest();
    digest.update(bytes);
    const known = parseBlockTable(digest.table(), size, crc32);
    expect([table.sha256, table.crcs]).toEqual([undefined, known?.crcs]);
  } finally {
    await web.close();
  }
});

/** A stream of a second in each piece; where one is asked for the first time, it may not come. */
async function streamSite(seconds: number, stops: readonly string[]) {
  const folder = await mkdtemp(join(dir, 'stream-'));
  const noise = `testsrc2=s=320x180:r=25:d=${seconds},noise=alls=80:allf=t`;
  await ffmpeg(
    ...['-f', 'lavfi', '-i', noise, '-f', 'lavfi', '-i', `sine=d=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '30', '-g', '25', '-c:a', 'aac'],
    ...['-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod', join(folder, 'one.m3u8')],
  );
  const asked: string[] = [];
  const web = await site(async (request, response) => {
    const name = (request.url ?? '').slice(1);
    const isFirst = !asked.includes(name);
    asked.push(name);
    if (stops.includes(name) && isFirst) return;
    response.end(await readFile(join(folder, name)));
  });
  return { ...web, address: `${web.origin}/one.m3u8`, asked };
}

const streamAt = (address: string): FoundMedia => ({
  ...fileAt(address),
  place: { kind: 'stream', address },
});

test('a stream that takes longer than a round goes on in the next one, as the same bytes', async () => {
  const web = await streamSite(24, ['one16.ts']);
  try {
    const told: FetchProgress[] = [];
    const many = await roundsOf(streamAt(web.address), 6, told);
    const inRounds = await stored(many.key);
    expect(many).toMatchObject({ rounds: 2, bytes: inRounds.length });
    const again = web.asked.slice(web.asked.lastIndexOf('one.m3u8'));
    // Between its beginning and what was stored nothing is asked for again.
    expect(again).toContain('one0.ts');
    expect(web.asked.filter((name) => name === 'one4.ts').length).toBeLessThan(3);
    const steps = told.map(({ bytes }) => bytes);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    const mend = keptTables({ client: objects, bucket: BUCKET, newDigest: newSourceDigest });
    const media = { source_key: many.key, size_bytes: many.bytes, sha256: null };
    const digest = newSourceDigest();
    digest.update(inRounds);
    expect((await mend(media, never)).crcs).toEqual(
      parseBlockTable(digest.table(), many.bytes, crc32)?.crcs,
    );
    await artifacts.deletePrefix('orgs/');
    const one = await roundsOf(streamAt(web.address), 600);
    const clusters = (bytes: Buffer) => bytes.subarray(bytes.indexOf('1f43b675', 0, 'hex'));
    expect(one.rounds).toBe(1);
    expect(clusters(await stored(one.key)).equals(clusters(inRounds))).toBe(true);
  } finally {
    await web.close();
  }
});

test('a file that changed between two rounds is stored as it is now, whole', async () => {
  const [before, after] = [randomBytes(30 * MB), randomBytes(8 * MB)];
  const old = await stoppingSite({ bytes: before, stops: [20 * MB] });
  const now = await site(breaking(after, 8 * MB, () => '"two"'));
  try {
    expect(await transfer(old.origin, { roundSeconds: 1 })).toBeUndefined();
    const { key, bytes } = await whole(transfer(now.origin));
    expect([bytes, (await stored(key)).equals(after)]).toEqual([after.length, true]);
  } finally {
    await Promise.all([old.close(), now.close()]);
  }
});

/** Processes that this one has for the function. */
async function functionProcesses(): Promise<number[]> {
  const tasks = await readdir('/proc/self/task');
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const pids = lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
  const isOurs = await Promise.all(
    pids.map(async (pid) => (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('fetch/')),
  );
  return pids.filter((_, n) => isOurs[n]);
}

test('a function that is killed loses the part that was under way, and no other', async () => {
  const bytes = randomBytes(80 * MB);
  const web = await stoppingSite({ bytes, stops: [70 * MB] });
  try {
    const going = whole(transfer(web.origin));
    await web.reached(0);
    const isKept = async () => String(Buffer.from((await artifacts.get(`${PASSING}state`)) ?? []));
    while (!(await isKept()).includes('parts')) await wait(POLL_MS);
    for (const pid of await functionProcesses()) process.kill(pid, 'SIGKILL');
    const { key } = await going;
    expect(web.from).toEqual([0, 64 * MB]);
    expect((await stored(key)).equals(bytes)).toBe(true);
  } finally {
    await web.close();
  }
});

test('a file that its site does not send in parts ends with its round, and says what to do', async () => {
  const web = await stoppingSite({ bytes: randomBytes(9 * MB), stops: [6 * MB], ranges: false });
  try {
    await expect(transfer(web.origin, { roundSeconds: 1 })).rejects.toMatchObject({
      type: 'source_unavailable',
      message: expect.stringContaining('does not send it from where it stopped'),
      detail: { alternative: expect.stringContaining('POST /v1/uploads') },
    });
  } finally {
    await web.close();
  }
});

test('a fetch that was erased between two rounds leaves nothing to go on from', async () => {
  const bytes = randomBytes(30 * MB);
  const web = await stoppingSite({ bytes, stops: [20 * MB] });
  try {
    expect(await transfer(web.origin, { roundSeconds: 1 })).toBeUndefined();
    await artifacts.deletePrefix('orgs/');
    expect(await transfers()).toEqual([]);
    const { key } = await whole(transfer(web.origin));
    expect(web.from).toEqual([0, 0]);
    expect((await stored(key)).equals(bytes)).toBe(true);
  } finally {
    await web.close();
  }
});
