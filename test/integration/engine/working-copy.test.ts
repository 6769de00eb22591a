import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { probeOfCopy } from '../../../layers/domain/videos/working-copy.ts';
import { inventoryOf } from '../../../layers/media/copy/inventory.ts';
import { makeWorkingCopy } from '../../../layers/media/copy/working-copy.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany, casesOf } from '../../support/breadth.ts';
import { barcodeClip, type ClipOptions, readNumber } from '../../support/clips/barcode-clip.ts';
import { drawFile, tilesOf } from '../../support/clips/draw.ts';
import { madeCopy } from '../../support/clips/made-copy.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('working-copy-test');
const file = (name: string) => join(folder, name);
const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries);
const signal = new AbortController().signal;

const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const tone = (rate = 48_000) => ['-f', 'lavfi', '-i', `sine=d=3:r=${rate}`];
const fields = ['-flags', '+ildct+ilme'];

interface Master extends Omit<ClipOptions, 'output'> {
  readonly name: string;
  readonly codec: readonly string[];
}

const MASTERS: readonly Master[] = [
  {
    name: 'prores.mov',
    frames: 60,
    rate: '24000/1001',
    inputs: tone(),
    codec: [
      '-c:v',
      'prores_ks',
      '-profile:v',
      '0',
      '-pix_fmt',
      'yuv422p10le',
      '-shortest',
      '-c:a',
      'pcm_s24le',
      '-timecode',
      '10:59:59:12',
      '-color_primaries',
      'bt709',
      '-colorspace',
      'bt709',
      '-color_trc',
      'bt709',
    ],
  },
  {
    name: 'dnxhr.mxf',
    frames: 30,
    rate: '25',
    size: [640, 360],
    inputs: [...tone(), ...tone()],
    codec: [
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-map',
      '2:a',
      '-c:v',
      'dnxhd',
      '-profile:v',
      'dnxhr_lb',
      '-pix_fmt',
      'yuv422p',
      '-c:a',
      'pcm_s16le',
      '-timecode',
      '01:00:00:00',
      '-shortest',
    ],
  },
  {
    name: 'ultra-hd.mp4',
    frames: 7,
    rate: '10',
    size: [3840, 2160],
    codec: [...x264, '-crf', '5', '-bf', '2'],
  },
  {
    name: 'fields-bottom-first.ts',
    frames: 30,
    rate: '25',
    size: [720, 576],
    filters: 'setfield=bff,setsar=64/45',
    inputs: tone(),
    codec: [
      '-c:v',
      'mpeg2video',
      ...fields,
      '-b:v',
      '9M',
      '-c:a',
      'mp2',
      '-shortest',
      '-output_ts_offset',
      '7.3',
    ],
  },
  {
    name: 'fields-top-first.ts',
    frames: 50,
    rate: '25',
    size: [720, 576],
    filters: 'setfield=tff',
    codec: [...x264, ...fields, '-x264-params', 'tff=1', '-crf', '4'],
  },
  {
    name: 'gaps.mov',
    frames: 120,
    rate: '30',
    filters: "select='lt(mod(n,7),3)*not(between(n,40,80))'",
    inputs: tone(44_100),
    codec: ['-c:v', 'rawvideo', '-pix_fmt', 'rgb24', '-c:a', 'pcm_s16le'],
  },
  {
    name: 'odd.avi',
    frames: 40,
    rate: '15',
    size: [321, 181],
    codec: ['-c:v', 'rawvideo', '-pix_fmt', 'bgr24'],
  },
  {
    name: 'no-times.gxf',
    frames: 50,
    rate: '25',
    size: [720, 576],
    inputs: tone(),
    codec: ['-c:v', 'mpeg2video', '-b:v', '9M', '-c:a', 'pcm_s16le', '-shortest'],
  },
  {
    name: 'sound-cut-in-packets-of-its-own.mkv',
    frames: 40,
    rate: '15',
    inputs: [...tone(), ...tone()],
    codec: [
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-map',
      '2:a',
      '-c:v',
      'rawvideo',
      '-shortest',
      '-c:a:0',
      'libopus',
      '-c:a:1',
      'aac',
    ],
  },
];

const QUESTIONS = [
  { detail: 'single', start: 0.401 },
  { detail: 'overview' },
  { fps: 120, cols: 4, rows: 4, start: 0.3, end: 0.65 },
];

/** What has two sounds, fields, gaps, odd sides or sound in packets of its own. */
const TRIED = casesOf(MASTERS, [
  'dnxhr.mxf',
  'fields-bottom-first.ts',
  'gaps.mov',
  'odd.avi',
  'sound-cut-in-packets-of-its-own.mkv',
]);

/** A usual run asks for keyframes of one, for exact frames of the next. */
const ASKED = TRIED.map((master, at) => ({
  ...master,
  questions: asMany(QUESTIONS.slice(1 + (at % 2), 2 + (at % 2)), QUESTIONS),
}));

test.each(ASKED)('a copy of $name shows the same frames at the same seconds', async (asked) => {
  const { questions, ...master } = asked;
  await barcodeClip({ ...master, output: [...master.codec, file(master.name)] });
  const input = file(master.name);
  const before = await engine.probe(input, signal);
  const copy = await madeCopy(input, before, folder);
  const copied = file(`${master.name}.copy.mov`);
  await rename(copy.path, copied);

  const after = probeOfCopy(before, copy.probe);
  if (!after) throw new Error('the copy holds something else');
  expect(copy.sizeBytes).toBe((await stat(copied)).size);
  expect(copy.sizeBytes).toBeLessThan((await stat(input)).size);
  expect(copy.probe.picture).toMatchObject({
    codec: 'h264',
    rotation: before.picture?.rotation,
    fieldOrder: before.picture?.fieldOrder,
    timecode: before.picture?.timecode,
    pixelAspect: before.picture?.pixelAspect,
  });
  expect(after.audio).toHaveLength(before.audio.length);

  for (const question of questions) {
    const asked = { ...question, qa: false, signals: 'off' };
    const [old, fresh] = [
      await drawFile(engine, input, asked, before),
      await drawFile(engine, copied, asked, after),
    ];
    expect(fresh.sheets.map(({ frameTimes }) => frameTimes)).toEqual(
      old.sheets.map(({ frameTimes }) => frameTimes),
    );
    const [seen, now] = [await tilesOf(old), await tilesOf(fresh)];
    const numbers = (tiles: typeof seen) =>
      tiles.map(({ grey, width, height }) => readNumber(grey, width, height));
    expect(numbers(now)).toEqual(numbers(seen));
    for (const [i, tile] of now.entries()) {
      expect(difference(tile.grey, seen[i]?.grey ?? new Uint8Array())).toBeLessThan(3);
    }
  }
});

test('the sound of a copy begins and ends where the master’s does', async () => {
  const soundOf = async (input: string) =>
    (await inventoryOf(binaries, input, signal)).streams.get(1);
  const [was, is] = await Promise.all(
    ['dnxhr.mxf', 'dnxhr.mxf.copy.mov'].map((name) => soundOf(file(name))),
  );
  expect(is?.first).toBeCloseTo(was?.first ?? -1, 3);
  expect(is?.end).toBeCloseTo(was?.end ?? -1, 3);
  // Lossless sound is cut every 4096 samples, whatever the rate of the picture.
  expect(is?.times[2]).toBe(2 * 4096);
});

test('without a picture there is nothing to copy, and what is called off ends at once', async () => {
  await barcodeClip({ frames: 10, rate: '25', output: [...x264, file('called-off.mp4')] });
  const probe = await engine.probe(file('called-off.mp4'), signal);
  const master = { input: file('called-off.mp4'), bytes: 1, probe };
  const blind = { ...master, probe: { ...probe, picture: null } };
  expect(await makeWorkingCopy(binaries, blind, folder, signal)).toEqual({
    why: 'the master has no picture',
  });
  const calledOff = AbortSignal.abort(new Error('called off'));
  await expect(makeWorkingCopy(binaries, master, folder, calledOff)).rejects.toThrow('called off');
});

/** Mean distance of two grey pictures, of 255. */
function difference(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, grey, i) => sum + Math.abs(grey - (other[i] ?? 0)), 0) / one.length;
}
