import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PieceFetcher } from '../../../layers/adapters/links/stream/fetch-piece.ts';
import { readStream } from '../../../layers/adapters/links/stream/read-stream.ts';
import type { Piece, TimedPiece } from '../../../layers/adapters/links/stream/stream.ts';
import { webOver } from '../../../layers/adapters/links/web/web.ts';
import { followingLinks, reasonOf } from '../../support/links.ts';
import { site } from '../../support/sites/sites.ts';

const BYTES = Buffer.alloc(100_000, 'a piece of a stream, ');
const never = new AbortController().signal;
/** As in production, with less time. */
const TRIES = {
  pausesMs: [10, 20, 40],
  least: { bytes: 4096, everyMs: 300 },
  longestWaitMs: 1500,
};

type Answering = (response: ServerResponse, request: IncomingMessage) => unknown;
const whole: Answering = (response) => response.end(BYTES);
const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end();

/** Fetches one piece from a site that answers each try in its own way. */
async function piece(answers: readonly Answering[], of: Partial<TimedPiece> = {}) {
  let asked = 0;
  const web = await site((request, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? whole;
    asked += 1;
    answer(response, request);
  });
  const links = await followingLinks();
  const lane = links.proxy.lane();
  const over = webOver(lane, () => undefined);
  const folder = await mkdtemp(join(tmpdir(), 'piece-'));
  const path = join(folder, 'piece');
  const wanted: Piece = { address: `${web.origin}/1.ts`, ...of };
  try {
    await new PieceFetcher(over, TRIES).into(path, wanted, never);
    return { asked, bytes: await readFile(path) };
  } catch (error) {
    return { asked, error };
  } finally {
    over.close();
    lane.close();
    await rm(folder, { recursive: true });
    await Promise.all([links.close(), web.close()]);
  }
}

test.each<[string, Answering]>([
  ['says that it is busy', status(503)],
  ['says when to come again', status(429, { 'retry-after': '1' })],
  ['is not there yet', status(404)],
  ['breaks off', (response) => response.write(BYTES.subarray(0, 5000), () => response.destroy())],
  ['closes the connection', (response) => response.destroy()],
  ['says nothing', () => undefined],
  [
    'goes silent in the middle',
    (response) => {
      response.writeHead(200, { 'content-length': BYTES.length });
      response.write(BYTES.subarray(0, 5000));
    },
  ],
])('a piece whose site %s is asked for again', async (_, failing) => {
  const { asked, bytes } = await piece([failing, whole]);
  expect([asked, bytes?.equals(BYTES)]).toEqual([2, true]);
});

test.each<[string, Answering, number, string, RegExp]>([
  ['is gone', status(404), 4, 'unavailable', /A part that the stream .* names is not there/],
  ['lies behind the end of its file', status(416), 4, 'unavailable', /names is not there/],
  ['stays broken', status(500), 4, 'unknown', /answered 500 for a part of the stream/],
  ['is shown to others only', status(403), 1, 'auth', /signed in/],
  ['wants a long wait', status(429, { 'retry-after': '60' }), 1, 'ratelimit', /fewer calls/],
  ['breaks off always', (response) => response.destroy(), 4, 'unavailable', /broke off/],
])('a piece that %s fails the stream, and says why', async (_, failing, tries, reason, words) => {
  const { asked, error } = await piece([failing]);
  expect(asked).toBe(tries);
  expect(error).toMatchObject({ type: 'source_unavailable', detail: { reason } });
  expect(String(error)).toMatch(words);
});

test('a last piece that was only reckoned may be missing, no other way', async () => {
  const reckoned = { reckoned: true } as const;
  expect((await piece([status(404)], reckoned)).bytes).toHaveLength(0);
  expect((await piece([status(500)], reckoned)).error).toBeDefined();
});

/** Sends at most so many bytes, or always as many, from where it is asked to. */
const partOf =
  (bytes: number, { always } = { always: false }): Answering =>
  (response, request) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const asked = Number(to) - Number(from) + 1;
    const part = BYTES.subarray(Number(from)).subarray(0, always ? bytes : Math.min(bytes, asked));
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${BYTES.length}`;
    response.writeHead(206, { 'content-range': range, 'content-length': part.length }).end(part);
  };

test.each<[string, readonly [number, number], number]>([
  ['ends', [1000, 89_999], 3],
  ['goes on after the end of the file', [70_000, 120_000], 1],
])(
  'a part of a file that %s comes whole from a site that sends it by little',
  async (_, range, asks) => {
    const { bytes, asked } = await piece([partOf(30_000)], { range });
    expect(bytes?.equals(BYTES.subarray(range[0], range[1] + 1))).toBe(true);
    expect(asked).toBe(asks);
  },
);

test('a part of a file is not taken from a site that sends more than the part', async () => {
  const { error } = await piece([partOf(30_000, { always: true })], { range: [1000, 1999] });
  expect(error).toMatchObject({ type: 'source_unavailable' });
});

test('a part of a file is not taken from a site that sends all of it', async () => {
  const range: Answering = (response, { headers }) => {
    const [, from = '', to = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
    response
      .writeHead(206, { 'content-range': `bytes ${from}-${to}/${BYTES.length}` })
      .end(BYTES.subarray(Number(from), Number(to) + 1));
  };
  const of = { range: [10, 29] } as const;
  expect((await piece([range], of)).bytes).toEqual(BYTES.subarray(10, 30));
  expect(String((await piece([whole], of)).error)).toMatch(/sends no parts/);
});

/** What is read of a playlist or manifest at an address. */
async function read(text: string, others: Readonly<Record<string, string>> = {}) {
  const web = await site(({ url = '' }, response) => {
    const sent = url === '/list' ? text : others[url];
    response.writeHead(sent === undefined ? 404 : 200).end(sent);
  });
  const links = await followingLinks();
  const lane = links.proxy.lane();
  const over = webOver(lane, () => undefined);
  try {
    return await readStream(over, `${web.origin}/list`, never);
  } finally {
    over.close();
    lane.close();
    await Promise.all([links.close(), web.close()]);
  }
}

const list = (lines: string) => `#EXTM3U\n${lines}\n#EXT-X-ENDLIST\n`;
const dash = (inside: string, seconds = 'PT1M0S') =>
  `<?xml version="1.0"?><MPD type="static" mediaPresentationDuration="${seconds}"><Period>` +
  `<AdaptationSet mimeType="video/mp4"><Representation id="v">${inside}</Representation></AdaptationSet></Period></MPD>`;
const timeline = (entry: string) =>
  dash(
    `<SegmentTemplate media="$Time$.m4s"><SegmentTimeline>${entry}</SegmentTimeline></SegmentTemplate>`,
  );

test.each<[string, string]>([
  ['a million segments', list('#EXTINF:1\na\n'.repeat(300_000))],
  ['a playlist of many megabytes', list('#EXTINF:1\nabcdefghij\n'.repeat(400_000))],
  ['lengths below zero', list('#EXTINF:2,\na\n#EXTINF:-1,\nb')],
  [
    'a million by number',
    dash('<SegmentTemplate media="$Number$" duration="1" timescale="100000"/>'),
  ],
  ['a million in one entry', timeline('<S t="0" d="1" r="1000000"/>')],
  [
    'a million up to the end',
    dash(
      '<SegmentTemplate media="$Time$" timescale="1000000"><SegmentTimeline><S d="1" r="-1"/></SegmentTimeline></SegmentTemplate>',
    ),
  ],
  ['a timeline that runs backwards', timeline('<S t="0" d="-5" r="3"/>')],
  ['numbers that run backwards', dash('<SegmentTemplate media="$Number$" duration="-1"/>')],
])('%s is refused', async (_, text) => {
  expect(await reasonOf(read(text))).toBe('unavailable');
});

test.each<[string, string]>([
  ['lengths that are not told', list('a\nb')],
  ['lengths without end', list('#EXTINF:1e30,\na\n#EXTINF:1,\nb')],
  ['a clock that begins anew', list('#EXTINF:1,\na\n#EXT-X-DISCONTINUITY\n#EXTINF:1,\nb')],
  [
    'several beginnings',
    list('#EXT-X-MAP:URI="i"\n#EXTINF:1,\na\n#EXT-X-MAP:URI="j"\n#EXTINF:1,\nb'),
  ],
])('with %s it is read, but not in parts', async (_, text) => {
  expect(await read(text)).toMatchObject({ timed: false });
});

test.each<[string, string]>([
  ['live', '#EXTM3U\n#EXTINF:1,\na\n'],
  ['of more runs than are opened', list('#EXTINF:1,\na\n#EXT-X-DISCONTINUITY\n'.repeat(1_001))],
  ['of variables that are told elsewhere', list('#EXT-X-DEFINE:IMPORT="x"\n#EXTINF:1,\n{$x}')],
  ['with nothing but gaps', list('#EXT-X-GAP\n#EXTINF:1,\na')],
  ['locked in another way', list('#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"\n#EXTINF:1,\na')],
  ['empty', list('')],
  ['of two periods', dash('').replace('<Period>', '<Period></Period><Period>')],
  ['without an end', dash('<SegmentTemplate media="$Number$" duration="2"/>', '')],
])('a stream that is %s is left to others', async (_, text) => {
  expect(await read(text)).toBeUndefined();
});

test('what a timeline leaves out is missing', async () => {
  const left = timeline('<S t="0" d="2" r="4"/><S t="14" d="2" r="1"/>');
  expect(await read(left)).toMatchObject({ missing: [[10, 14]] });
});

test('a last piece that is only reckoned ends no later than its period', async () => {
  const numbers = dash('<SegmentTemplate media="$Number$" duration="7"/>');
  const [[track]] = (await read(numbers))?.runs ?? [[]];
  expect(track?.pieces.at(-1)).toMatchObject({ start: 56, end: 60, reckoned: true });
});

test.each([
  ['of the same size', 'BANDWIDTH=9,RESOLUTION=640x360', []],
  ['that is smaller', 'BANDWIDTH=5,RESOLUTION=320x180', [expect.stringContaining('is not there')]],
])('where the playlist of the best picture is gone, one %s is read', async (_, other, notes) => {
  const best = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=640x360\n/gone\n';
  const master = `${best}#EXT-X-STREAM-INF:${other}\n/there\n`;
  const there = list('#EXTINF:1,\n/1.ts');
  const stream = await read(master, { '/there': there });
  expect(stream?.runs[0][0].pieces).toHaveLength(1);
  const web = await site(({ url = '' }, response) => {
    const sent = { '/list': master, '/there': there }[url];
    response.writeHead(sent === undefined ? 404 : 200).end(sent);
  });
  const links = await followingLinks();
  expect(await links.find(`${web.origin}/list`)).toMatchObject({
    place: { kind: 'stream', address: `${web.origin}/there` },
    notes,
  });
  await Promise.all([links.close(), web.close()]);
});

test('a master that names a master is followed no further', async () => {
  const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/more\n';
  expect(await read(master, { '/more': master })).toBeUndefined();
});

test('a playlist that a master names and that is not there is told, and not as a video that is gone', async () => {
  const master =
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="/sound"\n' +
    '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"\n/picture\n';
  const picture = '#EXTM3U\n#EXTINF:1,\n/1.ts\n#EXT-X-ENDLIST\n';
  const reading = read(master, { '/picture': picture });
  await expect(reading).rejects.toThrow('names another that is not there');
});
