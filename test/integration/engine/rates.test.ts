import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { probe } from '../../../layers/media/probe/probe.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';

const folder = await mkdtemp(join(tmpdir(), 'rates-'));
afterAll(() => rm(folder, { recursive: true }));

const binaries = await findBinaries({});

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
  // DefaultDuration becomes a void of as many bytes: https://www.matroska.org/technical/elements.html
  const at = bytes.indexOf('23e38384', 'hex');
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
