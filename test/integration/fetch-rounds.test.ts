import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openRounds } from '../../layers/app/links/rounds.ts';
import type { FetchProgress } from '../../layers/app/ports/links/links.ts';
import { noiseStreams } from '../support/clips/noise-streams.ts';
import { fileAt } from '../support/links.ts';
import {
  type LinksElsewhere,
  linksAt,
  linksElsewhere,
  PART,
  streamAt,
} from '../support/links-elsewhere.ts';
import { breakingAnswer } from '../support/sites/breaking-answer.ts';
import { piecesSite } from '../support/sites/pieces-site.ts';
import { site } from '../support/sites/sites.ts';
import { stoppingSite } from '../support/sites/stopping-site.ts';

const MB = 1024 ** 2;
/** Where sites stop within a first part, of which enough is there to be kept. */
const STOP = PART - MB / 2;
const POLL_MS = 20;

let elsewhere: LinksElsewhere;

beforeAll(async () => {
  elsewhere = await linksElsewhere();
});
afterEach(() => elsewhere.artifacts.deletePrefix('orgs/'));
afterAll(() => elsewhere.close());

test('a site that never sends further than a place is given up', async () => {
  const bytes = randomBytes(2 * MB);
  const web = await stoppingSite({ bytes, stops: Array.from({ length: 9 }, () => MB) });
  try {
    await expect(elsewhere.inRounds(web.origin, 2)).rejects.toMatchObject({
      type: 'source_unavailable',
      message: expect.stringContaining('Nothing more'),
    });
    // How often it is asked in a round depends on how fast the machine is; never from further on.
    expect(new Set(web.from)).toEqual(new Set([0]));
  } finally {
    await web.close();
  }
});

test('calls that die, or fail on our side, are not laid to the site', async () => {
  const ports = linksAt(elsewhere.place);
  const place = {
    folder: 'orgs/o/videos/v/source/r/',
    passing: 'orgs/o/videos/v/source/fetching/',
  };
  const numbers: number[] = [];
  for (let run = 1; run <= 3; run += 1) {
    const rounds = await openRounds(ports, place);
    for (let tries = 1; tries <= 3; tries += 1) numbers.push((await rounds.next()).number);
  }
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  ports.close();
});

test('a file that takes longer than a round goes on in the next one where it stopped', async () => {
  // It stops in the first part, and in the second one of the next round.
  const bytes = randomBytes(STOP + 2 * PART + MB);
  const web = await stoppingSite({ bytes, stops: [STOP, 2 * PART] });
  const told: FetchProgress[] = [];
  try {
    const { key, bytes: size, rounds } = await elsewhere.inRounds(web.origin, 4, told);
    expect([rounds, key, size]).toEqual([3, 'orgs/o/videos/v/source/r1/source', bytes.length]);
    expect((await elsewhere.stored(key)).equals(bytes)).toBe(true);
    // Not a byte is asked for twice.
    expect(web.from).toEqual([0, STOP, STOP + 2 * PART]);
    // Progress never goes back.
    const steps = told.map((step) => step.bytes);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    // Its digests are those of its blocks; nobody has seen all of it to know that of the whole.
    const { kept, own } = await elsewhere.digests({ key, bytes: size });
    expect(kept).toEqual({ sha256: undefined, crcs: own.crcs });
  } finally {
    await web.close();
  }
});

test('a stream that takes longer than a round goes on in the next one, as the same bytes', async () => {
  const web = await piecesSite(async (folder) => {
    await noiseStreams(folder, 12, ['ts.m3u8']);
    await writeFile(join(folder, 'ts3.ts'), '');
  });
  const found = streamAt(`${web.origin}/ts.m3u8`);
  try {
    // Where it is asked for the first time, one piece never comes.
    web.manners.onAsked = (name) =>
      web.timesAsked(name) === 1 && name === 'ts10.ts' ? new Promise(() => undefined) : undefined;
    const told: FetchProgress[] = [];
    const many = await elsewhere.inRounds(found, 6, told);
    const inRounds = await elsewhere.stored(many.key);
    expect(many).toMatchObject({ rounds: 2, bytes: inRounds.length });
    // What a round found to be empty is known in the next one.
    expect(many.missing).toEqual([[3, 4]]);
    const steps = told.map(({ bytes }) => bytes);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    const { kept, own } = await elsewhere.digests(many);
    expect(kept.crcs).toEqual(own.crcs);
    await elsewhere.artifacts.deletePrefix('orgs/');
    const one = await elsewhere.inRounds(found, 600);
    const clusters = (bytes: Buffer) => bytes.subarray(bytes.indexOf('1f43b675', 0, 'hex'));
    expect(one.rounds).toBe(1);
    expect(clusters(await elsewhere.stored(one.key)).equals(clusters(inRounds))).toBe(true);
  } finally {
    await web.close();
  }
});

test('a file that changed between two rounds is stored as it is now, whole', async () => {
  const [before, after] = [randomBytes(7 * MB), randomBytes(6 * MB)];
  const old = await stoppingSite({ bytes: before, stops: [STOP] });
  const now = await site(breakingAnswer(after, 6 * MB, () => '"two"'));
  try {
    expect(await elsewhere.transfer(old.origin, { roundSeconds: 3 })).toBeUndefined();
    const { key, bytes } = await elsewhere.whole(now.origin);
    expect([bytes, (await elsewhere.stored(key)).equals(after)]).toEqual([after.length, true]);
  } finally {
    await Promise.all([old.close(), now.close()]);
  }
});

test('a file that a page offers goes on in the next round, and is asked for as the page says', async () => {
  const bytes = randomBytes(7 * MB);
  const web = await stoppingSite({ bytes, stops: [STOP] });
  const formats = [{ kind: 'file', address: web.origin }] as const;
  const offered = { formats, headers: { referer: 'https://video.example/talk' } };
  const place = { kind: 'page', address: 'https://video.example/talk', offered } as const;
  try {
    const { key, rounds } = await elsewhere.inRounds({ ...fileAt(web.origin), place }, 2);
    expect([rounds, web.from]).toEqual([2, [0, STOP]]);
    expect(web.referrers).toEqual([offered.headers.referer, offered.headers.referer]);
    expect((await elsewhere.stored(key)).equals(bytes)).toBe(true);
  } finally {
    await web.close();
  }
});

test('what a page offers and then refuses is stored as the downloader brings it', async () => {
  const [offered, brought] = [randomBytes(2 * MB), randomBytes(3 * MB)];
  const breaksOff = breakingAnswer(offered, MB, () => '"one"');
  const web = await site((request, response) => {
    if (request.url === '/offered' && request.headers.range === undefined) {
      return breaksOff(request, response);
    }
    if (request.url === '/offered') return void response.writeHead(403).end();
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': brought.length });
    response.end(request.method === 'HEAD' ? undefined : brought);
  });
  const formats = [{ kind: 'file', address: `${web.origin}/offered` }] as const;
  const address = `${web.origin}/clip.mp4`;
  const place = { kind: 'page', address, offered: { formats, headers: {} } } as const;
  try {
    const { key, bytes } = await elsewhere.whole({ ...fileAt(address), place });
    expect(bytes).toBe(brought.length);
    expect((await elsewhere.stored(key)).equals(brought)).toBe(true);
  } finally {
    await web.close();
  }
});

test('a function that is killed loses the part that was under way, and no other', async () => {
  const bytes = randomBytes(PART + 3 * MB);
  const web = await stoppingSite({ bytes, stops: [PART + MB] });
  try {
    const going = elsewhere.whole(web.origin);
    await web.reached(0);
    while (!(await elsewhere.keepsParts())) await wait(POLL_MS);
    await elsewhere.killFunction();
    const { key } = await going;
    expect(web.from).toEqual([0, PART]);
    expect((await elsewhere.stored(key)).equals(bytes)).toBe(true);
  } finally {
    await web.close();
  }
});

test('a file that its site does not send in parts ends with its round, and says what to do', async () => {
  const web = await stoppingSite({ bytes: randomBytes(7 * MB), stops: [STOP], ranges: false });
  try {
    await expect(elsewhere.transfer(web.origin, { roundSeconds: 3 })).rejects.toMatchObject({
      type: 'source_unavailable',
      message: expect.stringContaining('does not send it from where it stopped'),
      detail: { alternative: expect.stringContaining('POST /v1/uploads') },
    });
  } finally {
    await web.close();
  }
});

test('a fetch that was erased between two rounds leaves nothing to go on from', async () => {
  const bytes = randomBytes(7 * MB);
  const web = await stoppingSite({ bytes, stops: [STOP] });
  try {
    expect(await elsewhere.transfer(web.origin, { roundSeconds: 3 })).toBeUndefined();
    await elsewhere.artifacts.deletePrefix('orgs/');
    expect(await elsewhere.transfers()).toEqual([]);
    const { key } = await elsewhere.whole(web.origin);
    expect(web.from).toEqual([0, 0]);
    expect((await elsewhere.stored(key)).equals(bytes)).toBe(true);
  } finally {
    await web.close();
  }
});
