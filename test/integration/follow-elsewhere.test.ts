import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FetchProgress } from '../../layers/app/ports/links/links.ts';
import { linkOf } from '../../layers/domain/links/recognise.ts';
import { FIRST_PART_BYTES } from '../../layers/domain/sources/part-sizes.ts';
import { type LinksElsewhere, linksElsewhere, PART } from '../support/links-elsewhere.ts';
import { breakingAnswer } from '../support/sites/breaking-answer.ts';
import { site } from '../support/sites/sites.ts';

const MB = 1024 ** 2;
const POLL_MS = 20;
const never = new AbortController().signal;

let elsewhere: LinksElsewhere;

beforeAll(async () => {
  elsewhere = await linksElsewhere(async (folder) => ({ YT_DLP_PATH: await looking(folder) }));
});
afterEach(() => elsewhere.artifacts.deletePrefix('orgs/'));
afterAll(() => elsewhere.close());

/** A program in the place of yt-dlp that notes what it finds in environments, and fails. */
async function looking(dir: string): Promise<string> {
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

test('a file comes in parts that are one object, with the digests of what came', async () => {
  // More than one part, of the sizes of production.
  const firstPartBytes = FIRST_PART_BYTES;
  const bytes = randomBytes(firstPartBytes + MB);
  const web = await site(breakingAnswer(bytes, 40 * MB, () => '"one"'));
  try {
    const { key, bytes: size, ...rest } = await elsewhere.whole(web.origin, { firstPartBytes });
    expect([key, size, rest]).toEqual([
      'orgs/o/videos/v/source/r/source',
      bytes.length,
      { captions: [], carousel: null, notes: [] },
    ]);
    expect((await elsewhere.stored(key)).equals(bytes)).toBe(true);
    const { kept, own } = await elsewhere.digests({ key, bytes: size });
    expect(kept).toEqual(own);
    expect(await elsewhere.artifacts.list('orgs/o/videos/v/source/r/')).toHaveLength(2);
  } finally {
    await web.close();
  }
});

test('a file that changed while it came is stored as it is now, whole', async () => {
  const [before, after] = [randomBytes(PART + 4 * MB), randomBytes(3 * MB)];
  let asked = 0;
  const web = await site((request, response) => {
    asked += 1;
    if (asked === 1) breakingAnswer(before, PART + 2 * MB, () => '"one"')(request, response);
    else breakingAnswer(after, 4 * MB, () => '"two"')(request, response);
  });
  try {
    const { key, bytes } = await elsewhere.whole(web.origin);
    expect([bytes, (await elsewhere.stored(key)).equals(after)]).toEqual([after.length, true]);
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
    await expect(
      elsewhere.links().find(linkOf(`${web.origin}/a.mp4`), never),
    ).rejects.toMatchObject(refused);
    await expect(elsewhere.transfer(web.origin)).rejects.toMatchObject(refused);
  } finally {
    await web.close();
  }
});

test('a site that wants to be left alone for ever is told as one that asks for a year', async () => {
  const never = 'Fri, 31 Dec 9999 23:59:59 GMT';
  const web = await site((_, response) => response.writeHead(429, { 'retry-after': never }).end());
  try {
    await expect(elsewhere.transfer(web.origin)).rejects.toMatchObject({
      type: 'source_unavailable',
      detail: { reason: 'ratelimit', retryAfterSeconds: 365 * 24 * 3600 },
    });
  } finally {
    await web.close();
  }
});

test('a file of more than may be fetched is given up', async () => {
  const bytes = randomBytes(7 * MB);
  const web = await site((_, response) => response.end(bytes));
  try {
    await expect(elsewhere.transfer(web.origin, { maxBytes: MB })).rejects.toMatchObject({
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
    const going = elsewhere.transfer(web.origin, { told });
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
    const going = expect(elsewhere.transfer(web.origin)).rejects.toThrow();
    await web.begun;
    // As whoever erases the video does.
    await elsewhere.artifacts.deletePrefix('orgs/');
    while (web.ended() === 0) await wait(POLL_MS);
    web.release();
    await going;
    expect([await elsewhere.artifacts.list('orgs/'), await elsewhere.transfers()]).toEqual([
      [],
      [],
    ]);
  } finally {
    await web.close();
  }
});

test('a fetch that nobody waits for any more ends with its process', async () => {
  const web = await slowSite();
  try {
    const stop = new AbortController();
    const going = expect(elsewhere.transfer(web.origin, { signal: stop.signal })).rejects.toThrow(
      'enough',
    );
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
    await expect(elsewhere.links(own).find(link, never)).rejects.toMatchObject({
      type: 'source_unavailable',
    });
    const seen = await readFile(join(elsewhere.folder, 'seen'), 'utf8');
    expect(seen).toContain('PATH=');
    expect(seen).not.toMatch(/planted|AWS_/);
    expect(await readFile(join(elsewhere.folder, 'arguments'), 'utf8')).toMatch(/^--cookies /);
  } finally {
    delete process.env['TICKET_SECRET'];
  }
});
