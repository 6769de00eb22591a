import { join } from 'node:path';
import { paddleReader } from '../../../layers/adapters/onnx/text/paddle-reader.ts';
import type { Engine, Measured } from '../../../layers/app/ports/sources/engine.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { drawFile } from '../../support/clips/draw.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { QUARTER_TURNS, turnedFile } from '../../support/clips/turned.ts';
import { suiteFolder } from '../../support/suite-folder.ts';
import { drawTitle, ground, type Title } from '../../support/text/titles.ts';

const TITLES: readonly (Title & { readonly from: number; readonly to: number })[] = [
  {
    text: 'Breaking News',
    font: 'DejaVuSans-Bold',
    size: 0.12,
    colour: 'white',
    edge: 'borderw=3:bordercolor=black',
    at: [0.1, 0.85],
    from: 0.8,
    to: 2.6,
  },
  {
    text: 'Maria Lopez',
    font: 'DejaVuSerif',
    size: 0.08,
    colour: 'yellow',
    edge: 'box=1:boxcolor=black@0.7',
    at: [0.8, 0.1],
    from: 1.6,
    to: 4.4,
  },
  {
    text: 'Subscribe now',
    font: 'DejaVuSansCondensed-Oblique',
    size: 0.1,
    colour: 'red',
    edge: 'borderw=3:bordercolor=white',
    at: [0.5, 0.5],
    from: 4.8,
    to: 6,
  },
];

const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries, paddleReader());
const folder = await suiteFolder('text');
let clip: string;
let turned: string;
let probe: Probe;
let whole: Measured;

beforeAll(async () => {
  clip = join(folder, 'titles.mp4');
  turned = join(folder, 'turned.mp4');
  const drawn = TITLES.map((title) => drawTitle(title, `gte(t,${title.from})*lt(t,${title.to})`));
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-pix_fmt', 'yuv420p'];
  await ffmpeg(
    ...['-f', 'lavfi', '-i', [ground(640, 360, 25), ...drawn].join(',')],
    ...['-t', '7', '-g', '50', ...coded, clip],
  );
  // The pixels lie on their side, and the file says by how much a player turns them.
  const onSide = join(folder, 'on-side.mp4');
  await ffmpeg('-i', clip, '-t', '2', '-vf', 'transpose=cclock', ...coded, onSide);
  await turnedFile(onSide, QUARTER_TURNS[90], turned);
  probe = await engine.probe(clip, AbortSignal.timeout(300_000));
  whole = await read(engine, clip);
});

async function read(using: Engine, file: string, question: Record<string, unknown> = {}) {
  const asked = { detail: 'overview', read_text: true, ...question };
  return (await drawFile(using, file, asked, file === clip ? probe : undefined)).measured;
}

test('titles are told with their words, places and times, and so are overlays', async () => {
  const { writing, signal } = whole;
  expect(writing?.lines.map(({ text }) => text)).toEqual(TITLES.map(({ text }) => text));
  for (const [at, { start, end, region, confidence }] of (writing?.lines ?? []).entries()) {
    const { from, to } = TITLES[at] ?? { from: Number.NaN, to: Number.NaN };
    expect(Math.abs(start - from)).toBeLessThanOrEqual(0.2);
    expect(Math.abs(end - to)).toBeLessThanOrEqual(0.2);
    expect(confidence).toBeGreaterThan(0.8);
    expect(region[0]).toBeLessThan(region[2]);
  }
  expect(writing?.lines[0]?.region[1]).toBeGreaterThan(0.6);
  expect(writing?.lines[1]?.region[3]).toBeLessThan(0.4);
  expect(signal?.overlays?.length).toBeGreaterThan(0);
});

test('a window has the lines that stand in it, the same with and without detectors and signals', async () => {
  const window = { start: 3, end: 4 };
  const { writing } = await read(engine, clip, window);
  expect(writing?.lines).toMatchObject([{ text: 'Maria Lopez', start: 3, end: 4 }]);
  const plain = await read(engine, clip, { ...window, qa: false, signals: 'off' });
  expect(plain.writing).toEqual(writing);
  expect(plain.signal).toBeUndefined();
});

test('what a cut takes away ends with it, whatever is written there soon after', async () => {
  const busy = join(folder, 'busy.mp4');
  const [face, cut] = ['DejaVuSans', 5];
  const rows = ['Orders', 'Invoices', 'Customers', 'Reports'];
  const at = (row: number) => [0.1, 0.1 + 0.15 * row] as const;
  const dark = { font: face, size: 0.08, colour: 'black', edge: 'borderw=0' };
  const drawn = [
    ...rows.map((text, row) => drawTitle({ ...dark, text, at: at(row) }, `lt(t,${cut})`)),
    // As many words as may be read by then, and more.
    ...Array.from({ length: 12 }, (_, n) =>
      drawTitle(
        { ...dark, text: `Typing ${'abcdefghijkl'.slice(n)}`, at: [0.1 + 0.05 * n, 0.9] },
        `gte(t,${0.4 * n})*lt(t,${0.4 * (n + 1)})`,
      ),
    ),
    `drawbox=w=iw:h=ih:color=0x101418:t=fill:enable='gte(t,${cut})'`,
    ...rows.map((_, row) =>
      drawTitle(
        { ...dark, colour: 'white', text: `GET frames 20${row}`, at: at(row) },
        `gte(t,${cut + 0.2 + 0.4 * row})`,
      ),
    ),
  ];
  await ffmpeg(
    ...['-f', 'lavfi', '-i', ['color=0xf4f4f4:s=640x360:r=25', ...drawn].join(','), '-t', '8'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', busy],
  );
  const { writing } = await read(engine, busy);
  const ends = rows.map((row) => writing?.lines.find(({ text }) => text === row)?.end);
  expect(ends).toEqual(rows.map(() => cut));
});

test('a score that changes is two lines, and a clock that runs is told by how it begins and ends', async () => {
  const match = join(folder, 'match.mp4');
  const bold = { font: 'DejaVuSans-Bold', colour: 'white', edge: 'box=1:boxcolor=navy' };
  const score = { ...bold, size: 0.1, at: [0.1, 0.1] } as const;
  const drawn = [
    drawTitle({ ...score, text: 'HOME 1 - 0 AWAY' }, 'lt(t,3)'),
    drawTitle({ ...score, text: 'HOME 2 - 0 AWAY' }, 'gte(t,3)'),
    ...Array.from({ length: 9 }, (_, second) =>
      drawTitle(
        { ...bold, size: 0.12, at: [0.8, 0.85], text: `TIME 4${second}` },
        `gte(t,${second})*lt(t,${second + 1})`,
      ),
    ),
  ];
  await ffmpeg(
    ...['-f', 'lavfi', '-i', ['color=0x406040:s=640x360:r=25', ...drawn].join(','), '-t', '9'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', match],
  );
  const lines = (await read(engine, match)).writing?.lines ?? [];
  const scores = lines.filter(({ text }) => text.startsWith('HOME'));
  expect(scores.map(({ text }) => text)).toEqual(['HOME 1 - 0 AWAY', 'HOME 2 - 0 AWAY']);
  expect(scores.map(({ start, end }) => [start, end])).toEqual([
    [0, 3],
    [3, 9],
  ]);
  expect(lines.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^TIME 4\d … TIME 4\d$/),
  );
});

test('a single moment is read', async () => {
  const { writing } = await read(engine, clip, { detail: 'single', start: 5.2 });
  expect(writing?.lines).toMatchObject([{ text: 'Subscribe now' }]);
});

test('a video that players turn is read upright, and its times are as exact', async () => {
  const { writing } = await read(engine, turned, { end: 1.4 });
  expect(writing?.lines).toMatchObject([{ text: 'Breaking News', end: 1.4 }]);
  const [first] = writing?.lines ?? [];
  expect(Math.abs((first?.start ?? 0) - 0.8)).toBeLessThanOrEqual(0.2);
  expect(first?.region[1]).toBeGreaterThan(0.6);
});

test('nothing is read unless it was asked for, or where nothing reads', async () => {
  const short = { start: 1, end: 2 };
  expect((await read(engine, clip, { ...short, read_text: false })).writing).toBeUndefined();
  expect((await read(ffmpegEngine(binaries), clip, short)).writing).toBeUndefined();
});
