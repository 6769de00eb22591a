import { join } from 'node:path';
import packaged from '@ffmpeg-installer/ffmpeg';
import type { Engine } from '../../../layers/app/ports/sources/engine.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany, casesOf } from '../../support/breadth.ts';
import { barcodeClip, type ClipOptions, readNumber } from '../../support/clips/barcode-clip.ts';
import { drawFile, tilesOf } from '../../support/clips/draw.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('exact-frames');

const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'];
const file = (name: string) => join(folder, name);

interface Clip extends Omit<ClipOptions, 'output'> {
  readonly name: string;
  readonly codec: readonly string[];
  /** Numbers of the frames that are in the file, when not all are. */
  readonly kept?: (number: number) => boolean;
}

const every = { frames: 160, rate: '30' };
const long = { frames: 300, rate: '30' };

const CLIPS: readonly Clip[] = [
  { name: 'bframes.mp4', ...every, codec: [...x264, '-bf', '3'] },
  { name: 'ntsc.mp4', ...every, rate: '30000/1001', codec: x264 },
  { name: 'film.mkv', ...every, rate: '24000/1001', codec: x264 },
  {
    name: 'open-gop.mp4',
    ...every,
    codec: [...x264, '-g', '48', '-x264-params', 'open-gop=1:bframes=3'],
  },
  { name: 'intra-refresh.mp4', ...every, codec: [...x264, '-x264-params', 'intra-refresh=1'] },
  { name: 'one-gop.mp4', ...long, codec: [...x264, '-g', '9999', '-sc_threshold', '0'] },
  { name: 'late-start.ts', ...every, codec: [...x264, '-g', '60', '-output_ts_offset', '7.3'] },
  { name: 'late-start.mkv', ...every, codec: [...x264, '-output_ts_offset', '3.217'] },
  {
    name: 'fragmented.mp4',
    ...every,
    codec: [...x264, '-g', '30', '-movflags', 'frag_keyframe+empty_moov'],
  },
  {
    name: 'no-duration.webm',
    ...every,
    codec: [
      ...['-c:v', 'libvpx', '-b:v', '1M', '-auto-alt-ref', '1', '-live', '1'],
      ...['-deadline', 'realtime', '-cpu-used', '8'],
    ],
  },
  {
    name: 'vp9.webm',
    ...every,
    codec: ['-c:v', 'libvpx-vp9', '-b:v', '500k', '-deadline', 'realtime', '-cpu-used', '8'],
  },
  {
    name: 'hevc.ts',
    ...every,
    codec: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:keyint=48'],
  },
  {
    name: 'mpeg2.ts',
    ...every,
    rate: '25',
    codec: ['-c:v', 'mpeg2video', '-b:v', '3M', '-bf', '2'],
  },
  { name: 'mpeg4.avi', ...every, rate: '25', codec: ['-c:v', 'mpeg4', '-b:v', '2M', '-bf', '2'] },
  {
    name: 'prores.mov',
    frames: 120,
    rate: '25',
    codec: ['-c:v', 'prores_ks', '-profile:v', '0', '-pix_fmt', 'yuv422p10le'],
  },
  {
    name: 'dnxhd.mxf',
    frames: 110,
    rate: '25',
    size: [1280, 720],
    codec: ['-c:v', 'dnxhd', '-profile:v', 'dnxhr_lb', '-pix_fmt', 'yuv422p'],
  },
  {
    name: 'broadcast.gxf',
    frames: 120,
    rate: '25',
    size: [720, 576],
    codec: ['-c:v', 'mpeg2video', '-b:v', '8M', '-pix_fmt', 'yuv420p'],
  },
  {
    name: 'tape.dv',
    frames: 100,
    rate: '25',
    size: [720, 576],
    codec: ['-c:v', 'dvvideo', '-pix_fmt', 'yuv420p'],
  },
  {
    name: 'gaps.mp4',
    ...long,
    filters: "select='not(between(n,40,140)+between(n,200,203))'",
    kept: (n) => !((n >= 40 && n <= 140) || (n >= 200 && n <= 203)),
    codec: x264,
  },
  {
    name: 'gaps.mkv',
    ...long,
    filters: "select='lt(mod(n,7),3)'",
    kept: (n) => n % 7 < 3,
    codec: x264,
  },
  // FFmpeg writes H.264 there with the times of the order in which it is stored.
  { name: 'stored-order.mxf', ...every, rate: '25', codec: [...x264, '-bf', '2', '-g', '30'] },
];

/**
 * Ways of counting time, of seeking, and of holding frames back; not every codec. A GXF is read
 * below.
 */
const TRIED = casesOf(CLIPS, [
  'bframes.mp4',
  'open-gop.mp4',
  'one-gop.mp4',
  'late-start.ts',
  'fragmented.mp4',
  'no-duration.webm',
  'mpeg4.avi',
  'stored-order.mxf',
  'gaps.mkv',
]);
const TRIED_PACKAGED = casesOf(CLIPS, ['bframes.mp4', 'late-start.ts', 'gaps.mkv']);

const QUESTIONS = [
  { detail: 'single', start: 2.201 },
  { detail: 'standard', start: 1.5, end: 3.87 },
  { detail: 'fine', start: 1.0333, end: 2 },
  { fps: 120, cols: 8, rows: 8, start: 0.7, end: 1.1 },
];

/** Numbers are read as well on small sheets, and nothing else is looked at. */
const SMALL = { qa: false, signals: 'off', sheet_width: 784 };

const seconds = (clip: Clip, number: number) => {
  const [rate = 1, per = 1] = clip.rate.split('/').map(Number);
  return (number * per) / rate;
};

/**
 * The number of the frame that a player shows: the last one whose time is at or before the second.
 */
function shownAt(clip: Clip, second: number): number {
  const numbers = Array.from({ length: clip.frames }, (_, n) => n).filter(
    clip.kept ?? (() => true),
  );
  const origin = seconds(clip, numbers[0] ?? 0);
  return numbers.findLast((n) => seconds(clip, n) - origin < second + 0.0005) ?? -1;
}

const installed = ffmpegEngine(await findBinaries({}));
const embedded = ffmpegEngine(await findBinaries({ ffmpeg: packaged.path }));

describe.each(TRIED)('$name', (clip) => {
  beforeAll(() => barcodeClip({ ...clip, output: [...clip.codec, file(clip.name)] }));
  // Every kind of window meets every kind of time among the clips, without each being asked of all.
  const [first = {}, second = {}] = [0, 1].map((i) => QUESTIONS[(CLIPS.indexOf(clip) + i) % 4]);

  test('every tile is the frame a player shows at its second', async () => {
    const overview = { detail: 'overview' };
    const few = TRIED.indexOf(clip) % 2 === 0 ? [first] : [overview];
    await expectExactTiles(installed, clip, asMany(few, [overview, first, second]));
  });

  if (TRIED_PACKAGED.includes(clip)) {
    test('and with the packaged ffmpeg too', async () => {
      await expectExactTiles(embedded, clip, [first]);
    });
  }
});

/** Two walks' clips, of which the first is walked twice. */
const walked = new Map<string, Promise<void>>();

interface Walk {
  readonly name: string;
  readonly from: number;
  readonly rate: string;
  readonly filters?: string;
}
const FILM = '24000/1001';
const FROM_BETWEEN: Walk = { name: 'walked.mp4', from: 0.512, rate: FILM };
/** Matroska counts milliseconds: there frame 12 of film is half a millisecond late. */
const BY_MILLISECONDS: Walk = { name: 'walked.mkv', from: 0, rate: FILM };
/** Frame 1 comes there at 67 ms, which is 34 after frame 0. */
const LATE = { name: 'walked-late.mkv', from: 0, rate: '30', filters: 'setpts=PTS+1/30/TB' };
const WALKS = [{ ...FROM_BETWEEN, from: 0 }, FROM_BETWEEN, BY_MILLISECONDS, LATE];

test.each(asMany([FROM_BETWEEN, BY_MILLISECONDS, LATE], WALKS))(
  'a walk along every frame of $name from $from s shows each once',
  async ({ from, ...clipped }) => {
    const { name, rate } = clipped;
    const clip = { ...clipped, frames: asMany(60, 250) };
    const making = walked.get(name) ?? barcodeClip({ ...clip, output: [...x264, file(name)] });
    walked.set(name, making);
    await making;
    const probe = await installed.probe(file(clip.name), AbortSignal.timeout(300_000));
    const shown: (number | null)[] = [];
    for (let start: number | undefined = from; start !== undefined; ) {
      const question = { detail: 'standard', fps: 120, cols: 2, rows: 2, start };
      const asked = { ...question, ...SMALL };
      const drawn = await drawFile(installed, file(clip.name), asked, probe);
      const tiles = await tilesOf(drawn);
      shown.push(...tiles.map((tile) => readNumber(tile.grey, tile.width, tile.height)));
      start = drawn.plan.coverage.truncated?.next_start;
    }
    const [frames = 1, per = 1] = rate.split('/').map(Number);
    const first = Math.floor((from * frames) / per);
    expect(shown).toEqual(Array.from({ length: clip.frames - first }, (_, k) => first + k));
  },
);

// Every thirtieth frame of NTSC, from the fifteenth on, lies half of a millisecond after a whole one.
test('a tile is told the time of its own picture, though the second lies half a millisecond before a frame', async () => {
  const clip = { name: 'halves.mp4', frames: 125, rate: '30000/1001' };
  await barcodeClip({ ...clip, output: [...x264, file(clip.name)] });
  const probe = await installed.probe(file(clip.name), AbortSignal.timeout(300_000));
  for (const start of asMany([2.202], [0.901, 2.202, 2.803])) {
    const asked = { detail: 'fine', start, end: start + 1, ...SMALL };
    const tiles = await tilesOf(await drawFile(installed, file(clip.name), asked, probe));
    const drawn = tiles.map((tile) => readNumber(tile.grey, tile.width, tile.height) ?? -1);
    const told = tiles.map((tile) => Math.round((tile.seconds * 30_000) / 1001));
    expect({ start, told }).toEqual({ start, told: drawn });
  }
});

// Only the first picture of a packet has a time there; behind a seek those before the next packet
// have none to count from.
test('pictures that share a packet of a program stream keep their times behind a seek', async () => {
  const clip: Clip = {
    name: 'shared-packets.vob',
    ...long,
    rate: '25',
    size: [96, 64],
    codec: ['-c:v', 'mpeg2video', '-q:v', '12', '-bf', '2', '-g', '12'],
  };
  await barcodeClip({ ...clip, output: [...clip.codec, file(clip.name)] });
  const starts = asMany([3, 9], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const windows = starts.map((start) => ({ detail: 'fine', fps: 25, start, end: start + 0.4 }));
  await expectExactTiles(installed, clip, windows);
});

// At the end of a file the decoder gives pictures for which no packet came that would time them.
test('the last frame of a GXF is shown from its own second on', async () => {
  const clip: Clip = {
    name: 'last.gxf',
    frames: 50,
    rate: '25',
    size: [720, 576],
    codec: ['-c:v', 'mpeg2video', '-b:v', '8M', '-pix_fmt', 'yuv420p'],
  };
  await barcodeClip({ ...clip, output: [...clip.codec, file(clip.name)] });
  await expectExactTiles(installed, clip, [{ fps: 120, cols: 6, rows: 6, start: 1.8, end: 2 }]);
});

// Some containers time no keyframe for display, and where others do FFmpeg may lose it on the way.
// Sixteen frames apart, every second keyframe lies in the very middle between two tiles.
test.each(asMany(['8.mp4', '16.mp4', '8.avi'], ['8.mp4', '16.mp4', '8.mkv', '8.ts', '8.avi']))(
  'each tile of a long overview of every-%s is told the time of its own picture, shown once',
  async (kind) => {
    const keyed = `keyint=${Number.parseInt(kind, 10)}:scenecut=0:bframes=3:b-adapt=0`;
    const name = `every-${kind}`;
    const output = [...x264, '-x264-params', keyed, file(name)];
    await barcodeClip({ frames: 4480, rate: '5', size: [64, 32], output });
    const drawn = await drawFile(installed, file(name), { detail: 'overview', ...SMALL });
    const tiles = await tilesOf(drawn);
    const shown = tiles.map((tile) => readNumber(tile.grey, tile.width, tile.height));
    expect(tiles.map((tile) => Math.round(tile.seconds * 5))).toEqual(shown);
    expect(new Set(shown).size).toBe(tiles.length);
  },
);

async function expectExactTiles(engine: Engine, clip: Clip, questions: readonly object[]) {
  const probe = await engine.probe(file(clip.name), AbortSignal.timeout(300_000));
  for (const question of questions) {
    const asked = { ...question, ...SMALL };
    const drawn = await drawFile(engine, file(clip.name), asked, probe);
    const { plan } = drawn;
    const tiles = await tilesOf(drawn);
    const expected = tiles.map((_, k) =>
      shownAt(clip, plan.covered[0] + (k * plan.rate[1]) / plan.rate[0]),
    );

    expect({ question, shown: tiles.map((t) => readNumber(t.grey, t.width, t.height)) }).toEqual({
      question,
      shown: expected,
    });
    for (const [i, tile] of tiles.entries()) {
      expect(tile.seconds).toBeCloseTo(seconds(clip, expected[i] ?? -1), 2);
    }
  }
}
