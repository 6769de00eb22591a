import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Answer } from '../../layers/domain/questions/question.ts';
import { slideFilm } from '../../layers/media/fetch/slide-film.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { asMany } from '../support/breadth.ts';
import { barcodeClip } from '../support/clips/barcode-clip.ts';
import { ffmpeg } from '../support/clips/ffmpeg.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { QUARTER_TURNS, turnedFile } from '../support/clips/turned.ts';
import type { OracleCall } from '../support/models/oracle-server.ts';
import { placedCodes, readsByPlace } from '../support/models/position-reader.ts';
import { type OracleRun, oracleRun } from '../support/oracle-run.ts';

const RATE = 25;
const SECONDS = 8;
const FRAMES = RATE * SECONDS;
/** What the codes of the right half of a picture begin with. */
const RIGHT = 300;
const TARGET = 130;
const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'];
/** Frames of the source of uneven rate: all of the first two seconds, then every third. */
const isKept = (frame: number) => frame < 50 || frame % 3 === 0;

let run: OracleRun;
let plain: string;
const uploads = new Map<string, Promise<string>>();

/** The clip of codes as other sources have it, from the plain one. */
const SOURCES: Readonly<Record<string, (file: (name: string) => string) => Promise<string>>> = {
  plain: async () => plain,
  async rotated(file) {
    const [turned, marked] = [file('turned.mp4'), file('rotated.mp4')];
    await quickFfmpeg('-i', plain, '-vf', 'transpose=2', ...H264, turned);
    await turnedFile(turned, QUARTER_TURNS[90], marked);
    return marked;
  },
  async pillarboxed(file) {
    await quickFfmpeg('-i', plain, '-vf', 'pad=iw+128:ih:64:0:black', ...H264, file('pillars.mp4'));
    return file('pillars.mp4');
  },
  async HDR(file) {
    const colour = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
    const light = "format=yuv420p10le,lut=y='if(gt(val,500),600,120)'";
    const named = 'setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc';
    await ffmpeg(
      ...['-i', plain, '-vf', `${light},${named}`, '-c:v', 'libx265', '-preset', 'ultrafast'],
      ...['-pix_fmt', 'yuv420p10le', '-x265-params', `log-level=none:${colour}`, file('hdr.mp4')],
    );
    return file('hdr.mp4');
  },
  async 'of uneven rate'(file) {
    const filters = "select='lt(n,50)+not(mod(n,3))'";
    const output = [...H264, file('uneven.mp4')];
    await barcodeClip({ frames: FRAMES, rate: String(RATE), filters, output });
    return file('uneven.mp4');
  },
  async halves(file) {
    const shifted = `trim=start_frame=${RIGHT},setpts=PTS-STARTPTS`;
    const [right, both] = [file('right.mp4'), file('halves.mp4')];
    const output = [...H264, right];
    await barcodeClip({ frames: FRAMES + RIGHT, rate: String(RATE), filters: shifted, output });
    await quickFfmpeg('-i', plain, '-i', right, '-filter_complex', 'hstack', ...H264, both);
    return both;
  },
  async carousel(file) {
    await quickFfmpeg(
      '-i',
      plain,
      '-vf',
      `select='not(mod(n,${RATE}))'`,
      '-vsync',
      '0',
      file('%d.png'),
    );
    const images = Array.from({ length: SECONDS }, (_, slide) => file(`${slide + 1}.png`));
    const path = file('carousel.mkv');
    const tools = await findBinaries({});
    await slideFilm(tools, { images, audio: null, path }, AbortSignal.timeout(300_000));
    return path;
  },
  async blank(file) {
    await quickFfmpeg(
      '-f',
      'lavfi',
      '-i',
      `color=black:s=320x180:r=25:d=${SECONDS}`,
      ...H264,
      file('blank.mp4'),
    );
    return file('blank.mp4');
  },
  async 'sound alone'(file) {
    const captions = file('said.srt');
    await writeFile(captions, '1\n00:00:05,200 --> 00:00:06,000\nThe code is 130.\n');
    const sound = ['-f', 'lavfi', '-i', `sine=d=${SECONDS}`, '-i', captions];
    await quickFfmpeg(
      ...sound,
      '-map',
      '0:a',
      '-map',
      '1:s',
      '-c:a',
      'pcm_s16le',
      '-c:s',
      'srt',
      file('said.mka'),
    );
    return file('said.mka');
  },
};

beforeAll(async () => {
  run = await oracleRun(readsByPlace(TARGET), {});
  plain = join(run.dir, 'plain.mp4');
  await barcodeClip({ frames: FRAMES, rate: String(RATE), output: [...H264, plain] });
});

afterAll(() => run.stop());

beforeEach(() => {
  run.oracle.calls.length = 0;
  run.oracle.answer = readsByPlace(TARGET);
  run.oracle.spoil = (sheets) => sheets;
});

/** A source is made and sent when it is asked about first. */
async function uploaded(source: string): Promise<string> {
  const made = SOURCES[source];
  if (!made) throw new Error(`no source is called ${source}`);
  return (await run.caller.upload(await made((name) => join(run.dir, name)))).upload_id;
}

async function question(source: string, body: Record<string, unknown>) {
  const sent = uploads.get(source) ?? uploaded(source);
  uploads.set(source, sent);
  const schema = { type: 'object', properties: { code: { type: 'integer' } } };
  const words = `When does the code reach ${TARGET}?`;
  return { upload_id: await sent, question: words, schema, ...body };
}

const ask = async (source: string, body: Record<string, unknown>): Promise<Answer> =>
  run.caller.post(Answer, '/v1/watch_video', await question(source, body));

/** The code of the frame that is shown at a second. */
const shownAt = (second: number): number => Math.floor(second * RATE + 0.01);
const lastKept = (frame: number): number =>
  isKept(frame) || frame < 0 ? frame : lastKept(frame - 1);

/** Tiles of calls whose code is not that of the frame shown at the second which the list names. */
const wrongTiles = (calls: readonly OracleCall[], codeAt: (second: number) => number) =>
  calls
    .flatMap(placedCodes)
    .filter(({ second, code }) => code !== codeAt(second))
    .map(({ second, code }) => `${second} s shows ${code}, not ${codeAt(second)}`);

interface Expected {
  readonly source: string;
  readonly asked: Record<string, unknown>;
  readonly codeAt?: (second: number) => number;
  readonly window?: readonly [number, number];
}

/** The depths, windows and regions that take a way of their own to the model, and each clock. */
const USUAL: readonly Expected[] = [
  { source: 'plain', asked: { depth: 'glance', window: { from: 4.6, to: 6 } }, window: [4.6, 6] },
  {
    source: 'halves',
    asked: { depth: 'full', window: { from: 2, to: 8 }, region: [0.5, 0, 1, 1] },
    window: [2, 8],
    codeAt: (second) => shownAt(second) + RIGHT,
  },
  { source: 'rotated', asked: { depth: 'read' } },
  {
    source: 'of uneven rate',
    asked: { depth: 'read' },
    codeAt: (second) => lastKept(shownAt(second)),
  },
  {
    source: 'carousel',
    asked: { depth: 'read' },
    codeAt: (second) => Math.floor(second + 0.001) * RATE,
  },
];
const MORE: readonly Expected[] = [
  { source: 'plain', asked: { depth: 'glance' } },
  { source: 'plain', asked: { depth: 'read' } },
  { source: 'plain', asked: { depth: 'full' } },
  { source: 'plain', asked: { depth: 'read', window: { from: 3, to: 7 } }, window: [3, 7] },
  {
    source: 'halves',
    asked: { depth: 'read', window: { from: 2, to: 8 }, region: [0, 0, 0.5, 1] },
    window: [2, 8],
  },
  { source: 'pillarboxed', asked: { depth: 'read' } },
  { source: 'HDR', asked: { depth: 'read' } },
];

test.each(asMany(USUAL, [...USUAL, ...MORE]))(
  'of a source that is $source, asked with $asked, the right pixels go out',
  async ({ source, asked, codeAt = shownAt, window = [0, SECONDS] }) => {
    const body = await ask(source, asked);
    const tiles = run.oracle.calls.flatMap(placedCodes);
    expect(wrongTiles(run.oracle.calls, codeAt)).toEqual([]);
    expect(tiles.length).toBeGreaterThan(2);
    expect(Math.min(...tiles.map(({ second }) => second))).toBeGreaterThanOrEqual(window[0]);
    expect(Math.max(...tiles.map(({ second }) => second))).toBeLessThan(window[1]);
    const passes = asked['depth'] === 'glance' ? ['answer'] : ['survey', 'answer', 'check'];
    expect(run.oracle.calls.map(({ pass }) => pass)).toEqual(passes);
    const [second = Number.NaN] = body.seen_at;
    const code = codeAt(second);
    expect(body).toMatchObject({ answer: `The code is ${code}. [${second}s]`, value: { code } });
    expect(code).toBeGreaterThanOrEqual(TARGET);
  },
);

test('a source of sound alone sends no picture, and is answered from what is said', async () => {
  run.oracle.answer = ({ text }) => {
    const start = Number(/^(\d+\.\d\d)s to .*The code is 130/m.exec(text)?.[1]);
    const sentences = [{ text: 'The code is told.', seconds: [start] }];
    return { content: { sentences, fields: [], missing: [], doubtful: [] } };
  };
  const body = await ask('sound alone', { depth: 'read' });
  expect(run.oracle.calls.map(({ pass, sheets }) => [pass, sheets.length])).toEqual([
    ['answer', 0],
  ]);
  expect(run.oracle.calls[0]?.text).toContain('No pictures are sent');
  expect(body).toMatchObject({ answer: 'The code is told. [5.2s]', seen_at: [5.2] });
  expect(body.notes?.join(' ')).toContain('no picture');
});

const NOTHING = {
  answer: 'Nothing that was read answers this.',
  seen_at: [],
  value: { code: null },
};

test.each(asMany(['glance'], ['glance', 'read']))(
  'a source that is blank ends in unanswered at %s',
  async (depth) => {
    const body = await ask('blank', { depth });
    expect(body).toMatchObject(NOTHING);
    expect(body.unanswered).toContainEqual({ field: 'question', reason: 'No such code is shown.' });
  },
);

test('sheets that are blanked on their way end in unanswered', async () => {
  run.oracle.spoil = (sheets) => sheets.map((sheet) => sheet.map(() => 0));
  const body = await ask('plain', { depth: 'read', rewatch: true, instructions: 'blanked' });
  expect(body).toMatchObject(NOTHING);
  expect(body.unanswered.map(({ field }) => field)).toContain('question');
});

test('sheets that are shuffled on their way end in unanswered: the second look contradicts the first', async () => {
  let calls = 0;
  run.oracle.spoil = (sheets) => {
    calls += 1;
    return sheets.map((sheet) => sheet.map((_, at) => sheet[(at + calls * 2) % sheet.length] ?? 0));
  };
  const body = await ask('plain', { depth: 'read', rewatch: true, instructions: 'shuffled' });
  expect(run.oracle.calls.map(({ pass }) => pass)).toEqual(['survey', 'answer', 'check']);
  expect(body).toMatchObject(NOTHING);
  expect(body.unanswered).toContainEqual({
    field: 'code',
    reason: 'A second look contradicted it.',
  });
  expect(body.unresolved.map(({ reason }) => reason).join()).toContain('contradicted');
});

test('a server that shows its model nothing, and whose model cannot copy the stamps, is no answer and costs nothing', async () => {
  run.oracle.spoil = (sheets) => sheets.map(() => []);
  run.oracle.answer = (call) => {
    const { content } = readsByPlace(TARGET)(call);
    return { content: { ...(content as object), stamps: { first: '', last: '' } } };
  };
  const asked = await question('plain', { depth: 'read', rewatch: true, instructions: 'cut off' });
  const { error } = await run.caller.refusedPost('/v1/watch_video', asked);
  expect(error.type).toBe('processing_failed');
});
