import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { probe } from '../../../layers/media/probe/probe.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('rates');

const binaries = await findBinaries({});

/** Of four bytes, in nanoseconds a frame: https://www.matroska.org/technical/elements.html */
const DEFAULT_DURATION = Buffer.from('23e38384', 'hex');

/**
 * A recording as browsers make them: no length, and no rate.
 * @param times of the frames in ms, as ffmpeg's `setpts` takes them
 */
async function recording(times: string, frames: number): Promise<string> {
  const file = join(folder, `${frames}.webm`);
  const drawn = ['-f', 'lavfi', '-i', 'testsrc=s=160x90:r=30', '-frames:v', String(frames)];
  const timed = ['-vf', `settb=1/1000,setpts='${times}'`, '-vsync', 'passthrough'];
  const coded = ['-enc_time_base', '1/1000', '-c:v', 'libvpx', '-deadline', 'realtime'];
  await quickFfmpeg(...drawn, ...timed, ...coded, '-live', '1', file);
  const bytes = await readFile(file);
  // It becomes a void of as many bytes.
  const at = bytes.indexOf(DEFAULT_DURATION);
  bytes.set([0xec, 0x86], at);
  await writeFile(file, bytes);
  return file;
}

const rateOf = async (file: string): Promise<number> => {
  const { picture } = await probe(binaries, file, AbortSignal.timeout(300_000));
  return picture ? picture.rate[0] / picture.rate[1] : 0;
};

test.each([
  ['about 22 a second', 'floor(N*45+mod(N*N*7,31))', 60, [20, 24]],
  ['about 3 a second', 'floor(N*333+mod(N*N*37,97))', 9, [2.7, 3.3]],
])(
  'a recording that states no rate has that of its first frames, %s',
  async (_, times, frames, [from = 0, to = 0]) => {
    const rate = await rateOf(await recording(times, frames));
    expect(rate).toBeGreaterThan(from);
    expect(rate).toBeLessThan(to);
  },
);

test('a recording of even frames that states no rate has the rate that was meant', async () => {
  expect(await rateOf(await recording('floor(N*1000/30+0.5)', 45))).toBe(30);
});

test('a recording of one frame has a rate that videos have', async () => {
  expect(await rateOf(await recording('N*33', 1))).toBe(25);
});

test.each(['25', '30000/1001'])(
  'a file that counts fields has the rate of its frames, %s',
  async (rate) => {
    const file = join(folder, 'fields.gxf');
    const drawn = ['-f', 'lavfi', '-i', `testsrc=s=720x${rate === '25' ? 576 : 480}:r=${rate}`];
    await quickFfmpeg(...drawn, '-t', '1', '-c:v', 'mpeg2video', file);
    const [frames = 0, seconds = 1] = rate.split('/').map(Number);
    expect(await rateOf(file)).toBeCloseTo(frames / seconds, 6);
  },
);

const PICTURE_START = Buffer.from('000001b5', 'hex');
const SEQUENCE_START = Buffer.from('000001b3', 'hex');
/** Of 30000/1001, in the lower half of a byte (ISO/IEC 13818-2, table 6-4). */
const NTSC_RATE = 4;

/** Where a start code is, in order. */
function* placesOf(code: Buffer, bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + 4)) yield at;
}

/** Makes MPEG-2 of film into what discs hold: every other picture is shown for a field longer. */
function pullDown(bytes: Buffer): void {
  for (const at of placesOf(SEQUENCE_START, bytes)) {
    bytes[at + 7] = ((bytes[at + 7] ?? 0) & 0xf0) | NTSC_RATE;
  }
  let shown = 0;
  let isTopFirst = true;
  for (const at of placesOf(PICTURE_START, bytes)) {
    const kind = (bytes[at + 4] ?? 0) >> 4;
    // A sequence of pictures that are all progressive may not repeat fields.
    if (kind === 1) bytes[at + 5] = (bytes[at + 5] ?? 0) & ~0x08;
    if (kind !== 8) continue;
    const repeats = shown++ % 2 === 0;
    const flags = (bytes[at + 7] ?? 0) & 0x7d;
    bytes[at + 7] = flags | (isTopFirst ? 0x80 : 0) | (repeats ? 0x02 : 0);
    bytes[at + 8] = (bytes[at + 8] ?? 0) | 0x80;
    if (repeats) isTopFirst = !isTopFirst;
  }
}

test('film whose fields are repeated for television has the rate of film', async () => {
  const [bare, disc, ripped] = ['film.m2v', 'film.vob', 'film.mkv'].map((n) => join(folder, n));
  if (!bare || !disc || !ripped) throw new Error('three files are made');
  const drawn = ['-f', 'lavfi', '-i', 'testsrc=s=320x240:r=24000/1001:d=4'];
  await quickFfmpeg(...drawn, '-c:v', 'mpeg2video', '-q:v', '4', '-g', '12', bare);
  const bytes = await readFile(bare);
  pullDown(bytes);
  await writeFile(bare, bytes);
  await quickFfmpeg('-fflags', '+genpts', '-i', bare, '-c', 'copy', disc);
  expect(await rateOf(disc)).toBeCloseTo(24_000 / 1001, 6);

  await ffmpeg('-fflags', '+genpts', '-i', bare, '-c', 'copy', ripped);
  const stating = await readFile(ripped);
  stating.writeUInt32BE(1_001_000_000 / 30, stating.indexOf(DEFAULT_DURATION) + 4);
  await writeFile(ripped, stating);
  expect(await rateOf(ripped)).toBeCloseTo(24_000 / 1001, 6);
});
