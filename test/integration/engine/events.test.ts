import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signal } from '../../../layers/domain/frames/signal.ts';
import type { Technical } from '../../../layers/domain/frames/technical.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany, casesOf } from '../../support/breadth.ts';
import { drawFile } from '../../support/clips/draw.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { QUARTER_TURNS, turnedFile } from '../../support/clips/turned.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('events');
const engine = ffmpegEngine(await findBinaries({}));

const FPS = 25;
const frame = 1 / FPS;
const SIZE = 's=320x180';
let files = 0;

/** How far a fractal is looked into: three pictures that have little in common. */
const ZOOMS = [2.2, 0.2, 0.02] as const;
const pictureOf = (zoom: (typeof ZOOMS)[number]) => join(folder, `fractal-${zoom}.nut`);

beforeAll(async () => {
  for (const zoom of ZOOMS) {
    const source = ['-f', 'lavfi', '-i', `mandelbrot=${SIZE}:r=${FPS}:start_scale=${zoom}`];
    const raw = ['-frames:v', '1', '-c:v', 'rawvideo', '-pix_fmt', 'yuv420p'];
    await quickFfmpeg(...source, ...raw, pictureOf(zoom));
  }
});

/** What is found of the first file, and holds of all others but for their length. */
let found: Promise<Probe> | undefined;

/** What a probe would find: opening each file for it costs more than the read. */
async function probeOf(file: string): Promise<Probe> {
  found ??= engine.probe(file, AbortSignal.timeout(300_000));
  const { picture, ...probe } = await found;
  if (!picture) throw new Error('the file has no picture');
  const bytes = await readFile(file);
  // ISO/IEC 14496-12, 8.2.2: behind version and two times come the timescale and the length.
  const header = bytes.indexOf('mvhd') + 4 + 12;
  const duration = bytes.readUInt32BE(header + 4) / bytes.readUInt32BE(header);
  return { ...probe, duration, picture: { ...picture, end: duration, lastAt: duration - frame } };
}

/** What the packaged build has not, or draws slowly. */
const isForInstalled = (graph: string) => /xfade|noise/.test(graph);

/** Encodes a filter graph that ends in [v] and reads what the engine says of it. */
async function read(
  graph: string,
  {
    rate = FPS,
    output = [] as string[],
    turn = 0 as keyof typeof QUARTER_TURNS,
    isProbed = false,
  } = {},
): Promise<{ technical: Technical; signal: Signal }> {
  let file = join(folder, `${files++}.mp4`);
  const make = isForInstalled(graph) ? ffmpeg : quickFfmpeg;
  await make(
    ...['-filter_complex', `${graph.includes('[v]') ? graph : `${graph}[v]`}`, '-map', '[v]'],
    ...['-r', String(rate), '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20'],
    ...['-pix_fmt', 'yuv420p', ...output, file],
  );
  if (turn > 0) {
    const upright = file;
    file = join(folder, `${files++}.mp4`);
    await turnedFile(upright, QUARTER_TURNS[turn], file);
  }
  const asked = { qa: true, signals: 'full', detail: 'overview', sheet_width: 400 };
  const isAlike = !isProbed && rate === FPS && turn === 0;
  const drawn = await drawFile(engine, file, asked, isAlike ? await probeOf(file) : undefined);
  const { technical, signal } = drawn.measured;
  if (!signal) throw new Error('signals were asked for');
  return { technical, signal };
}

const moving = (seconds: number, more = '') => `testsrc2=${SIZE}:r=${FPS}:d=${seconds}${more}`;
/** One picture of a fractal, held still. */
const still = (seconds: number, zoom: (typeof ZOOMS)[number]) =>
  `movie=${pictureOf(zoom)},loop=-1:1:0,trim=end_frame=${seconds * FPS},setpts=N/${FPS}/TB`;
const joined = (...parts: string[]) =>
  `${parts.map((part, i) => `${part},setsar=1,format=yuv420p[p${i}]`).join(';')};` +
  `${parts.map((_, i) => `[p${i}]`).join('')}concat=n=${parts.length}[v]`;
/** The first picture, then a filter with the second: xfade over `seconds` from second 2 on. */
const mixed = (a: string, b: string, kind: string, seconds: number) =>
  `${a},fps=${FPS},setsar=1,format=yuv420p[a];${b},fps=${FPS},setsar=1,format=yuv420p[b];` +
  `[a][b]xfade=transition=${kind}:duration=${seconds}:offset=2[v]`;

const none = { scene_cuts: [] };

test('a cut to the mirror image in the same colours is found', async () => {
  const { technical } = await read(joined(moving(2, ',negate'), moving(2, ',negate,hflip')));
  expect(technical.scene_cuts).toEqual([2]);
});

test('a cut between two plain colours of the same brightness is found', async () => {
  const plain = (colour: string) => `color=${colour}:${SIZE}:r=${FPS}:d=2`;
  const { technical } = await read(joined(plain('0xc04040'), plain('0x406fd0')));
  expect(technical.scene_cuts).toEqual([2]);
});

test('cuts five frames apart are both found', async () => {
  const { technical } = await read(joined(still(2, 2.2), moving(0.2), still(2, 0.02)));
  expect(technical.scene_cuts).toEqual([2, 2.2]);
});

test('a flash is a flash and no cut', async () => {
  const { technical, signal } = await read(
    moving(4, ",drawbox=c=white:t=fill:enable='between(n,50,51)'"),
  );
  expect(technical).toMatchObject(none);
  expect(signal.flashes).toMatchObject([{ start: 2, end: 2.08 }]);
});

/** White alone, and a picture that is lit. */
const WHITE = 'drawbox=c=white:t=fill';
const LIT = 'lutyuv=y=val+70';

test.each([
  ['the first frame', 'eq(n,0)', { start: 0, end: 0.04 }, WHITE],
  ['the first three frames', 'lte(n,2)', { start: 0, end: 0.12 }, LIT],
  ['the last frame', 'eq(n,49)', { start: 1.96, end: 2 }, LIT],
])('a flash of %s is a flash and no cut', async (_, when, span, usual) => {
  for (const light of asMany([usual], [WHITE, LIT])) {
    const { technical, signal } = await read(moving(2, `,${light}:enable='${when}'`));
    expect(technical).toMatchObject(none);
    expect(signal.flashes).toMatchObject([span]);
  }
});

test('a flash with which a shot begins is a flash beside its cut', async () => {
  const lit = `${moving(2)},${LIT}:enable='lte(n,1)'`;
  const white = `color=white:${SIZE}:r=${FPS}:d=0.08`;
  for (const clip of [joined(still(2, 0.02), lit), joined(still(2, 0.02), white, moving(2))]) {
    const { technical, signal } = await read(clip);
    expect(technical.scene_cuts).toEqual([2]);
    expect(signal.flashes).toMatchObject([{ start: 2, end: 2.08 }]);
  }
});

test('a cut is found whose one to three frames between show both shots', async () => {
  for (const frames of asMany([1, 3], [1, 2, 3])) {
    const length = (frames + 1) / FPS;
    const { technical, signal } = await read(mixed(still(3, 2.2), still(3, 0.02), 'fade', length));
    expect(technical.scene_cuts).toHaveLength(1);
    expect(Math.abs((technical.scene_cuts[0] ?? 0) - 2 - length / 2)).toBeLessThanOrEqual(frame);
    expect(signal.dissolves).toEqual([]);
  }
});

test('a black frame between two shots is their cut and no insert', async () => {
  const { technical, signal } = await read(
    joined(still(2, 2.2), `color=black:${SIZE}:r=${FPS}:d=0.04`, moving(2)),
  );
  expect(technical.scene_cuts).toHaveLength(1);
  expect(Math.abs((technical.scene_cuts[0] ?? 0) - 2)).toBeLessThanOrEqual(1.01 * frame);
  expect(signal.inserts).toEqual([]);
});

test('muzzle flicker is no cut', async () => {
  const { technical } = await read(
    moving(4, ",eq=brightness=0.3:enable='between(n,50,70)*lt(mod(n,4),2)'"),
  );
  expect(technical).toMatchObject(none);
});

test('an insert of one frame is an insert and no cut', async () => {
  const { technical, signal } = await read(
    `${moving(4)}[a];smptebars=${SIZE}:r=${FPS}:d=4[b];[a][b]overlay=enable='eq(n,50)'[v]`,
  );
  expect(technical).toMatchObject(none);
  expect(signal.inserts).toMatchObject([{ at: 2, frames: 1 }]);
});

test('a fade with which a video ends is found, though its last frame shows a trace', async () => {
  for (const colour of asMany(['white'], ['black', 'white'])) {
    const bars = `smptebars=${SIZE}:r=${FPS}:d=3,format=yuv420p`;
    const { technical, signal } = await read(`${bars},fade=t=out:st=2:d=1:color=${colour}`);
    expect(technical).toMatchObject(none);
    expect(signal.fades).toMatchObject([{ kind: 'out', end: 2.96 }]);
    expect(Math.abs((signal.fades?.[0]?.start ?? 0) - 2)).toBeLessThanOrEqual(3 * frame);
    expect(signal.dissolves).toEqual([]);
  }
});

test('fades through black are found with their kind, and are no cuts', async () => {
  const { technical, signal } = await read(
    joined(
      `${still(3, 2.2)},fade=t=out:st=2:d=1`,
      `color=black:${SIZE}:r=${FPS}:d=0.4`,
      `${moving(3)},fade=t=in:d=1`,
    ),
  );
  expect(technical).toMatchObject(none);
  expect(technical.blacks).toHaveLength(1);
  expect(signal.fades).toMatchObject([{ kind: 'out' }, { kind: 'in' }]);
  expect(Math.abs((signal.fades?.[0]?.start ?? 0) - 2)).toBeLessThanOrEqual(3 * frame);
  expect(signal.dissolves).toEqual([]);
});

const DISSOLVES = [
  { name: 'two pictures', a: still(4, 2.2), b: still(4, 0.02), seconds: 1 },
  { name: 'similar pictures', a: still(4, 0.02), b: `${still(4, 0.02)},hflip`, seconds: 0.6 },
  { name: 'a moving and a still picture', a: moving(4), b: still(4, 0.2), seconds: 0.8 },
  {
    name: 'two plain colours',
    a: `color=red:${SIZE}:r=${FPS}:d=4`,
    b: `color=blue:${SIZE}:r=${FPS}:d=4`,
    seconds: 1,
  },
];

test.each(casesOf(DISSOLVES, ['a moving and a still picture', 'two plain colours']))(
  'a dissolve between $name is found, and is no cut',
  async ({ a, b, seconds }) => {
    const { technical, signal } = await read(mixed(a, b, 'fade', seconds));
    expect(technical).toMatchObject(none);
    expect(signal.dissolves).toHaveLength(1);
    expect(Math.abs((signal.dissolves[0]?.start ?? 0) - 2)).toBeLessThanOrEqual(3 * frame);
    expect(Math.abs((signal.dissolves[0]?.end ?? 0) - 2 - seconds)).toBeLessThanOrEqual(3 * frame);
  },
);

test.each(asMany(['down'], ['left', 'right', 'up', 'down']))(
  'a wipe to the %s is found',
  async (direction) => {
    const { technical, signal } = await read(
      mixed(moving(4), still(4, 0.2), `wipe${direction}`, 0.8),
    );
    expect(technical).toMatchObject(none);
    expect(signal.wipes).toMatchObject([{ direction }]);
  },
);

test.each(asMany(['left'], ['left', 'right', 'up', 'down']))(
  'a picture that pushes the other one out to the %s is a wipe, and no move of the camera',
  async (direction) => {
    const { technical, signal } = await read(
      mixed(still(4, 2.2), still(4, 0.02), `slide${direction}`, 0.6),
    );
    expect(technical).toMatchObject(none);
    expect(signal).toMatchObject({ dissolves: [], whip_blurs: [], camera_moves: [] });
    expect(signal.wipes).toMatchObject([{ direction }]);
    expect(Math.abs((signal.wipes?.[0]?.start ?? 0) - 2)).toBeLessThanOrEqual(0.1);
    expect(Math.abs((signal.wipes?.[0]?.end ?? 0) - 2.6)).toBeLessThanOrEqual(0.1);
  },
);

test.each(
  asMany(
    [['circleopen', 'out']],
    [
      ['circleopen', 'out'],
      ['circleclose', 'in'],
      ['vertopen', 'out'],
      ['horzclose', 'in'],
    ],
  ),
)('a new picture that comes by %s is a wipe %s', async (kind, direction) => {
  const { technical, signal } = await read(mixed(still(4, 2.2), still(4, 0.02), kind, 0.8));
  expect(technical).toMatchObject(none);
  expect(signal).toMatchObject({ dissolves: [], wipes: [{ direction }] });
});

test('a turn of the camera by just one picture is no wipe', async () => {
  const { signal } = await read(
    `mandelbrot=s=960x270:r=${FPS}:start_scale=2.2,trim=end_frame=1,format=yuv420p,loop=-1:1:0,` +
      `trim=end_frame=75,setpts=N/${FPS}/TB,crop=320:180:x='100+320*clip((n-30)/15,0,1)':y=0`,
  );
  expect(signal.wipes).toEqual([]);
  expect([...(signal.whip_blurs ?? []), ...(signal.camera_moves ?? [])]).not.toEqual([]);
});

test('a title is an overlay with its region, and no cut', async () => {
  const { technical, signal } = await read(
    `${still(6, 0.2)},noise=alls=8:allf=t,drawbox=x=64:y=126:w=160:h=27:c=white:t=fill:enable='between(n,50,99)'`,
  );
  expect(technical).toMatchObject(none);
  expect(signal.overlays).toHaveLength(1);
  const [title] = signal.overlays ?? [];
  expect(Math.abs((title?.start ?? 0) - 2)).toBeLessThanOrEqual(2 * frame);
  expect(Math.abs((title?.end ?? 0) - 4)).toBeLessThanOrEqual(2 * frame);
  for (const [i, side] of [0.2, 0.7, 0.7, 0.85].entries()) {
    expect(Math.abs((title?.region[i] ?? 0) - side)).toBeLessThanOrEqual(0.04);
  }
});

test('a title with which a video or a shot begins stands from its first frame until it goes', async () => {
  const title = `smptebars=s=160x27:r=${FPS}:d=4[title]`;
  const titled = `[shot];${title};[shot][title]overlay=x=64:y=126:enable='lt(n,50)':shortest=1`;
  const live = (zoom: (typeof ZOOMS)[number]) => `${still(4, zoom)},noise=alls=8:allf=t`;
  const begins = await read(`${live(0.2)}${titled}`);
  expect(begins.signal.overlays).toMatchObject([{ start: 0, end: 2 }]);
  const shots = `${live(2.2)}[one];${live(0.2)}${titled}[two];[one][two]concat`;
  const cut = await read(shots);
  expect(cut.technical.scene_cuts).toEqual([4]);
  expect(cut.signal.overlays).toMatchObject([{ start: 4, end: 6 }]);
});

test('a title on a frozen picture is an overlay, and what else halted there is none', async () => {
  const walker = `color=brown:s=40x110:r=${FPS}:d=6[one];[room][one]overlay=x='140+130*sin(5*t)':y=60:shortest=1`;
  const frozen = `noise=alls=6:allf=t,select='not(between(n,51,99))',loop=49:1:50,setpts=N/${FPS}/TB`;
  const title = "drawbox=x=64:y=126:w=160:h=27:c=white:t=fill:enable='between(n,50,99)'";
  const room = `${still(6, 0.2)}[room];${walker},${frozen}`;
  const [without, withTitle] = [await read(room), await read(`${room},${title}`)];
  expect(without.signal.overlays).toEqual([]);
  expect(withTitle.technical.freezes).toHaveLength(1);
  expect(withTitle.signal.overlays).toMatchObject([{ start: 2, end: 4 }]);
});

test('a photograph for three seconds is a freeze; a static camera with noise is none', async () => {
  const photograph = await read(joined(moving(2), still(3, 0.2), moving(2)));
  expect(photograph.technical.freezes).toMatchObject([{ start: 2, end: 5 }]);
  const live = await read(`${still(4, 0.2)},noise=alls=12:allf=t`);
  expect(live.technical.freezes).toEqual([]);
});

test('people before a static camera are no cut, no move and no freeze', async () => {
  const person = (name: string, colour: string) => `color=${colour}:s=40x110:r=${FPS}:d=6[${name}]`;
  const { technical, signal } = await read(
    `${still(6, 0.2)},format=yuv420p[room];${person('one', 'brown')};${person('two', 'navy')};` +
      `[room][one]overlay=x='320*t/4-40':y=60[a];[a][two]overlay=x='300-320*t/5':y=65,noise=alls=8:allf=t`,
  );
  expect(technical).toMatchObject({ scene_cuts: [], freezes: [] });
  expect(signal.camera_moves).toEqual([]);
});

const UNEVENTFUL = [
  ['testsrc2', `testsrc2=${SIZE}:r=30:d=6`],
  ['noise', `color=gray:${SIZE}:r=30:d=6,noise=alls=50:allf=t`],
  [
    'cells that live and die',
    `life=s=80x45:r=30:mold=10:seed=3,trim=duration=6,scale=320:180:flags=neighbor`,
  ],
  ['black', `color=black:${SIZE}:r=30:d=6`],
] as const;

test.each(asMany(UNEVENTFUL.slice(2, 3), [...UNEVENTFUL]))(
  'nothing is said to happen in %s',
  async (name, graph) => {
    const { technical, signal } = await read(graph, { rate: 30 });
    expect(technical).toMatchObject({ scene_cuts: [], skipped: false });
    expect(technical.blacks).toHaveLength(name === 'black' ? 1 : 0);
    expect(signal).toMatchObject({
      inserts: [],
      flashes: [],
      dissolves: [],
      wipes: [],
      whip_blurs: [],
      fades: [],
      camera_moves: [],
      overlays: [],
    });
  },
);

const TURNS = [
  [0, 'pan_right'],
  [90, 'tilt_down'],
  [180, 'pan_left'],
  [270, 'tilt_up'],
] as const;

test.each(asMany(TURNS.slice(1, 2), [...TURNS]))(
  'a picture to be turned by %i degrees moves as a player shows it: %s',
  async (degrees, kind) => {
    const { signal } = await read(
      `mandelbrot=s=640x360:r=${FPS}:start_scale=0.2,trim=end_frame=1,format=yuv420p,loop=-1:1:0,` +
        `trim=end_frame=75,setpts=N/${FPS}/TB,crop=320:180:x='4*n':y=90`,
      { turn: degrees },
    );
    expect(signal.camera_moves).toEqual([expect.objectContaining({ kind })]);
  },
);

test('a banner of a picture to be turned lies where a player shows it', async () => {
  const { signal } = await read(
    `${still(6, 0.2)},drawbox=x=20:y=8:w=90:h=30:c=white:t=fill:enable='between(t,2,4)'`,
    { turn: 90 },
  );
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = signal.overlays?.[0]?.region ?? [];
  // Turned clockwise, the top edge is the right one.
  expect(x0).toBeCloseTo(1 - 38 / 180, 1);
  expect(x1).toBeCloseTo(1 - 8 / 180, 1);
  expect(y0).toBeCloseTo(20 / 320, 1);
  expect(y1).toBeCloseTo(110 / 320, 1);
});

test('fine lines that drift over a large picture are no flashes', async () => {
  const lines =
    `color=gray:s=16x2160:r=${FPS}:d=0.6,geq=lum='60+130*mod(floor(Y/4),2)':cb=128:cr=128,` +
    "scale=1920:2160:flags=neighbor,crop=1920:1080:0:'mod(n,8)'";
  const { technical, signal } = await read(lines, { isProbed: true });
  expect(technical).toMatchObject(none);
  expect(signal).toMatchObject({ flashes: [], inserts: [] });
});

test.each(asMany([240], [1, 240]))(
  'at %i frames a second cuts are found as at any other rate',
  async (rate) => {
    const seconds = rate === 1 ? 6 : 1;
    const part = (graph: string) => `${graph},trim=duration=${seconds}`;
    const { technical, signal } = await read(
      joined(part(`testsrc2=${SIZE}:r=${rate}`), part(`smptebars=${SIZE}:r=${rate}`)),
      { rate },
    );
    expect(technical.scene_cuts).toEqual([seconds]);
    expect(signal.frames_read).toBe(2 * seconds * rate);
  },
);

test('a video of one frame has no events', async () => {
  const { technical, signal } = await read(moving(1), {
    output: ['-frames:v', '1'],
    isProbed: true,
  });
  expect(technical).toMatchObject({
    scene_cuts: [],
    freezes: [],
    silence_gaps: [],
    skipped: false,
  });
  expect(signal).toMatchObject({ frames_read: 1, inserts: [], flashes: [], dissolves: [] });
});
