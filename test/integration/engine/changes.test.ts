import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextReader } from '../../../layers/app/ports/sources/text-reader.ts';
import { pictureNotes } from '../../../layers/domain/sources/damage-notes.ts';
import { shapeNotes } from '../../../layers/domain/sources/file-notes.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany, casesOf } from '../../support/breadth.ts';
import { barcodeClip, readNumber } from '../../support/clips/barcode-clip.ts';
import { drawFile, type TilePicture, tilesOf } from '../../support/clips/draw.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { readCut } from '../../support/segments/compare.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('changes');
const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries);

interface Part {
  readonly size?: readonly [number, number];
  readonly channels: number;
  readonly rate: number;
}

const PLAIN: Part = { channels: 2, rate: 44_100 };

/** Three seconds of a broadcast, from a second on. */
async function part(at: number, { size = [320, 180], channels, rate }: Part): Promise<Buffer> {
  const file = join(folder, `${at}.ts`);
  await barcodeClip({
    frames: 75,
    rate: '25',
    size,
    inputs: ['-f', 'lavfi', '-i', `sine=440:d=3:r=${rate}`],
    output: [
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-crf',
      '12',
      '-pix_fmt',
      'yuv420p',
      '-bf',
      '0',
      '-g',
      '25',
      '-c:a',
      'aac',
      '-ac',
      String(channels),
      '-output_ts_offset',
      String(at),
      file,
    ],
  });
  return readFile(file);
}

/** What comes first, the same for each change. */
let before: Buffer;
beforeAll(async () => {
  before = await part(0, PLAIN);
});

const WHOLE = {};
/** Sound is not listened to then. */
const TILES = { qa: false, signals: 'off' };

test.each([
  ['the size of its picture', { ...PLAIN, size: [640, 360] }, [WHOLE, TILES]],
  ['the form of its sound', { channels: 1, rate: 48_000 }, asMany([WHOLE], [WHOLE, TILES])],
] as const)(
  'a broadcast that changes %s shows each frame once, at its second',
  async (_, change, reads) => {
    const file = join(folder, 'changing.ts');
    await writeFile(file, Buffer.concat([before, await part(3, change)]));
    const probe = await engine.probe(file, AbortSignal.timeout(300_000));
    for (const more of reads) {
      const asked = { detail: 'detail', start: 1, end: 5.8, sheet_width: 784, ...more };
      const drawn = await drawFile(engine, file, asked, probe);
      const tiles = await tilesOf(drawn);
      expect(tiles).toHaveLength(24);
      for (const [at, { seconds, grey, width, height }] of tiles.entries()) {
        expect(Math.abs(seconds - (1 + at / 5))).toBeLessThan(0.06);
        // Each part counts its frames from 0 on, and the second begins a frame early.
        const apart = (readNumber(grey, width, height) - Math.round(seconds * 25) + 150) % 75;
        expect([0, 1, 74]).toContain(apart);
      }
    }
  },
);

type Shape = readonly [size: string, aspect: string, interlaced?: 'interlaced'];

const discs = new Map<string, Promise<Buffer>>();

/**
 * Two seconds of a white disc that is round where its pixels are shown as `aspect` says, made once
 * for all tests.
 */
function discPart(at: number, shape: Shape): Promise<Buffer> {
  const name = `${at} ${shape}`;
  const disc = discs.get(name) ?? makeDisc(at, shape);
  discs.set(name, disc);
  return disc;
}

async function makeDisc(at: number, [size, aspect, interlaced]: Shape): Promise<Buffer> {
  const file = join(folder, `disc-${at}.ts`);
  const radius = `0.4*min(H,W*${aspect})`;
  const disc = `if(lt(pow((X-W/2)*${aspect},2)+pow(Y-H/2,2),pow(${radius},2)),235,16)`;
  const drawn = `color=black:s=${size}:r=10:d=2,format=gray,geq=lum='${disc}',setsar=${aspect}`;
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '0'];
  const fields = interlaced ? ['-flags', '+ilme+ildct', '-field_order', 'tt'] : [];
  const timed = ['-muxdelay', '0', '-output_ts_offset', String(at)];
  await quickFfmpeg('-f', 'lavfi', '-i', drawn, ...coded, ...fields, '-g', '10', ...timed, file);
  return readFile(file);
}

/** How much wider than high the white in a tile is along its middles, where no second is stamped. */
function roundness({ grey, width, height }: TilePicture): number {
  const isWhite = (x: number, y: number) => (grey[y * width + x] ?? 0) > 125;
  const ys = Array.from({ length: height }, (_, y) => y);
  const xs = Array.from({ length: width }, (_, x) => x);
  const high = ys.filter((y) => isWhite(Math.floor(width / 2), y)).length;
  return xs.filter((x) => isWhite(x, Math.floor(height / 2))).length / high;
}

/** A view in motion on which a sign appears after a second and a half. */
const UPRIGHT_WITH_SIGN = [
  'testsrc2=s=180x320:r=25:d=5,hue=s=0.3,boxblur=4',
  "drawbox=45:40:90:80:yellow:t=fill:enable='gte(t,1.5)'",
].join(',');

/** From FFmpeg 7 on its command line gives each picture the aspect that the stream begins with. */
const seesAspects = binaries.release < 7;

interface Reshaped {
  readonly name: string;
  readonly first: Shape;
  readonly after: Shape;
}
const SHAPES: readonly Reshaped[] = [
  { name: 'upright', first: ['320x180', '1/1'], after: ['180x320', '1/1'] },
  { name: 'wide', first: ['180x320', '1/1'], after: ['320x180', '1/1'] },
  {
    name: 'upright in fields',
    first: ['320x180', '1/1', 'interlaced'],
    after: ['180x320', '1/1', 'interlaced'],
  },
  {
    name: 'wide in fields',
    first: ['192x320', '1/1', 'interlaced'],
    after: ['320x192', '1/1', 'interlaced'],
  },
];
const BY_PIXELS: Reshaped = {
  name: 'narrow by its pixels alone',
  first: ['360x288', '64/45'],
  after: ['360x288', '16/15'],
};

/** Whole pictures one way, fields the other way. */
const RESHAPED = [
  ...casesOf(SHAPES, ['upright', 'wide in fields']),
  ...(seesAspects ? [BY_PIXELS] : []),
];

test.each(RESHAPED)(
  'a picture that becomes $name in its middle is not distorted',
  async ({ first, after }) => {
    const file = join(folder, 'shapes.ts');
    await writeFile(file, Buffer.concat([await discPart(0, first), await discPart(2, after)]));
    const probe = await engine.probe(file, AbortSignal.timeout(300_000));
    for (const detail of ['standard', 'detail']) {
      const drawn = await drawFile(engine, file, { detail, start: 1, end: 3.5, ...TILES }, probe);
      const tiles = await tilesOf(drawn);
      expect(tiles.map((tile) => Math.round(roundness(tile) * 10) / 10)).toEqual(
        tiles.map(() => 1),
      );
    }
  },
);

test('a note says from when on pictures have another size, however they are read', async () => {
  const file = join(folder, 'sizes.ts');
  const [wide, upright] = ['320x180', '180x320'];
  const sizes = [wide, upright, wide].map((size): Shape => [size, '1/1']);
  const parts: Buffer[] = [];
  for (const [i, shape] of sizes.entries()) parts.push(await discPart(2 * i, shape));
  await writeFile(file, Buffer.concat(parts));
  const probe = await engine.probe(file, AbortSignal.timeout(300_000));
  const change = (second: number, size: string) => ({
    second: expect.closeTo(second),
    width: Number(size.split('x')[0]),
    height: Number(size.split('x')[1]),
  });
  const changes = [change(2, upright), change(4, wide)];

  const whole = await drawFile(engine, file, { detail: 'standard' }, probe);
  expect(whole.measured.damage.resized).toEqual(changes);
  expect(pictureNotes(whole.measured.damage)).toEqual([
    expect.stringMatching(/180x320 pixels from 2 s on and .*320x180 pixels from 4 s on/),
  ]);
  const middle = { detail: 'detail', start: 1, end: 3.5, ...TILES };
  const some = await drawFile(engine, file, middle, probe);
  expect(some.measured.damage.resized).toEqual(changes.slice(0, 1));
  const none = await drawFile(engine, file, { detail: 'detail', end: 1.5, ...TILES }, probe);
  expect(pictureNotes(none.measured.damage)).toEqual([]);

  const source = { binaries, input: file, probe, plan: whole.plan };
  const { measured } = await readCut(source, 3);
  expect(measured.damage.resized).toEqual(changes);
});

(seesAspects ? test : test.skip)(
  'so it does where their pixels alone are of another shape',
  async () => {
    const file = join(folder, 'aspects.ts');
    const aspects = ['64/45', '16/15', '64/45'];
    const parts: Buffer[] = [];
    for (const [i, aspect] of aspects.entries())
      parts.push(await discPart(2 * i, ['360x288', aspect]));
    await writeFile(file, Buffer.concat(parts));
    const probe = await engine.probe(file, AbortSignal.timeout(300_000));
    const size = { width: 360, height: 288 };
    const changes = [
      { second: expect.closeTo(2), pixelAspect: expect.closeTo(16 / 15, 3), ...size },
      { second: expect.closeTo(4), pixelAspect: expect.closeTo(64 / 45, 3), ...size },
    ];
    const whole = await drawFile(engine, file, { detail: 'standard' }, probe);
    expect(whole.measured.damage.resized).toEqual(changes);
    expect(pictureNotes(whole.measured.damage)).toEqual([
      expect.stringMatching(/1.067 times as wide as high from 2 s on and .* 1.422 times .* 4 s on/),
    ]);
    const behind = { detail: 'detail', start: 2.5, end: 3.5, ...TILES };
    const none = await drawFile(engine, file, behind, probe);
    expect(pictureNotes(none.measured.damage)).toEqual([]);
    const { measured } = await readCut({ binaries, input: file, probe, plan: whole.plan }, 3);
    expect(measured.damage.resized).toEqual(changes);
  },
);

test.each([
  ['ts', 'mpegts'],
  ['vob', 'vob'],
])(
  'where FFmpeg does not see it, a note tells of pixels of another shape: %s',
  async (kind, format) => {
    const parts: Buffer[] = [];
    for (const [i, aspect] of ['64/45', '16/15'].entries()) {
      const part = join(folder, `aspect-${i}.${kind}`);
      const drawn = `testsrc2=s=360x288:r=25:d=4,noise=alls=40:allf=t,setsar=${aspect}`;
      const codec = ['-c:v', 'mpeg2video', '-q:v', '6', '-g', '12', '-muxdelay', '0'];
      const at = ['-output_ts_offset', String(4 * i), '-f', format, part];
      await quickFfmpeg('-f', 'lavfi', '-i', drawn, ...codec, ...at);
      parts.push(await readFile(part));
    }
    const file = join(folder, `aspects-later.${kind}`);
    const [plain] = parts as [Buffer, Buffer];
    await writeFile(file, Buffer.concat(parts));
    await writeFile(join(folder, `aspect.${kind}`), plain);
    const blind = ffmpegEngine({ ...binaries, release: Math.max(7, binaries.release) });
    const signal = AbortSignal.timeout(300_000);

    expect(shapeNotes(await blind.probe(file, signal))).toEqual([
      expect.stringMatching(
        /^Around [3-6](\.\d+)? s .* 1\.067 times as wide as high, and no longer 1\.422/,
      ),
    ]);
    // What says nothing says it of both kinds in the same way.
    if (asMany(kind === 'vob', false)) return;
    expect(shapeNotes(await blind.probe(join(folder, `aspect.${kind}`), signal))).toEqual([]);
    if (seesAspects) expect(shapeNotes(await engine.probe(file, signal))).toEqual([]);
  },
);

test('writing is read in the shape that it has on the screen, and what appears is told where it is there', async () => {
  const seen: TilePicture[] = [];
  const reader: TextReader = {
    name: 'keeps what it is given',
    read: async ({ planes, width, height }) => {
      seen.push({ seconds: 0, width, height, grey: Uint8Array.from(planes) });
      return [];
    },
  };
  const upright = ['-f', 'lavfi', '-i', UPRIGHT_WITH_SIGN, '-pix_fmt', 'yuv420p', '-bf', '0'];
  const timed = ['-muxdelay', '0', '-output_ts_offset', '2', join(folder, 'sign.ts')];
  await quickFfmpeg(...upright, '-c:v', 'libx264', '-preset', 'ultrafast', ...timed);
  const wide = await discPart(0, ['320x180', '1/1']);
  const disc = await discPart(2, ['180x320', '1/1']);
  const sign = await readFile(join(folder, 'sign.ts'));
  const reading = ffmpegEngine(await findBinaries({}), reader);
  const file = join(folder, 'seen.ts');

  await writeFile(file, Buffer.concat([wide, disc]));
  const probe = await reading.probe(file, AbortSignal.timeout(300_000));
  for (const start of [0, 2.5]) {
    await drawFile(reading, file, { detail: 'standard', read_text: true, start }, probe);
  }
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.map((picture) => Math.round(roundness(picture) * 10) / 10)).toEqual(
    seen.map(() => 1),
  );

  await writeFile(file, Buffer.concat([wide, sign]));
  const { measured } = await drawFile(reading, file, { detail: 'standard' });
  // A picture of 180x320 takes the middle 0.32 of one of 320x180.
  const across = (x: number) => 0.5 + (x - 0.5) * 0.316;
  const [x0, y0, x1, y1] = measured.signal?.overlays?.at(-1)?.region ?? [];
  expect(Math.abs((x0 ?? 0) - across(0.25))).toBeLessThan(0.04);
  expect(Math.abs((x1 ?? 0) - across(0.75))).toBeLessThan(0.04);
  expect(Math.abs((y0 ?? 0) - 0.125)).toBeLessThan(0.04);
  expect(Math.abs((y1 ?? 0) - 0.375)).toBeLessThan(0.04);
});
