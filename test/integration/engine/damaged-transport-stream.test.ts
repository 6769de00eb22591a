import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany } from '../../support/breadth.ts';
import { barcodeClip, readNumber } from '../../support/clips/barcode-clip.ts';
import { drawFile, tilesOf } from '../../support/clips/draw.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('damaged-transport-stream');
const engine = ffmpegEngine(await findBinaries({}));
const file = (name: string) => join(folder, name);

describe('a transport stream whose pictures take a packet or two each', () => {
  const PACKET = 188;
  const coding = ['-c:v', 'libx264', '-g', '50', '-pix_fmt', 'yuv420p'];
  const made = async (name: string, ...output: string[]): Promise<Buffer> => {
    await barcodeClip({ frames: 150, rate: '25', output: [...coding, ...output, file(name)] });
    return readFile(file(name));
  };

  test.each(asMany([1], [1, 4, 12]))('says so where %i packets are missing', async (count) => {
    const whole = await made('small-pictures.ts', '-bf', '0');
    const from = Math.floor((whole.length * 0.45) / PACKET) * PACKET;
    const rest = whole.subarray(from + count * PACKET);
    await writeFile(file('lacks.ts'), Buffer.concat([whole.subarray(0, from), rest]));
    const drawn = await drawFile(engine, file('lacks.ts'), { detail: 'detail' });
    const { lost, doubtful } = drawn.measured.damage;
    const isNamed = (at: number) => [...lost, ...doubtful].some(([a, b]) => at >= a && at < b);
    const tiles = await tilesOf(drawn);
    const sound = tiles.filter(({ seconds }) => !isNamed(seconds));

    expect(sound.length).toBeGreaterThan(15);
    expect(sound.length).toBeLessThan(tiles.length);
    for (const { seconds, grey, width, height } of sound) {
      expect(readNumber(grey, width, height)).toBe(Math.round(seconds * 25));
    }
  });

  test.each(asMany(['0'], ['0', '2']))(
    'has nothing wrong where two were joined, with %s pictures out of order',
    async (bf) => {
      const one = await made('one.ts', '-bf', bf);
      const two = await made('two.ts', '-bf', bf, '-output_ts_offset', '6');
      await writeFile(file('two-joined.ts'), Buffer.concat([one, two]));
      const { measured } = await drawFile(engine, file('two-joined.ts'), { detail: 'overview' });
      expect(measured.damage).toMatchObject({ lost: [], doubtful: [] });
    },
  );
});

// A seek comes to pictures that lead their keyframe, and need some of the group before it.
test('a part of a whole transport stream with open groups has nothing wrong', async () => {
  const groups = ['-x265-params', 'log-level=none:keyint=50:open-gop=1:bframes=4'];
  const output = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...groups];
  const open = file('open-groups.ts');
  await barcodeClip({ frames: 125, rate: '25', output: [...output, open] });
  for (const start of [2.04, 4.04]) {
    const drawn = await drawFile(engine, open, { detail: 'standard', start, end: start + 0.3 });
    const numbers = (await tilesOf(drawn)).map(({ grey, width, height }) =>
      readNumber(grey, width, height),
    );
    expect(numbers).toEqual([start * 25, start * 25 + 5]);
    expect(drawn.measured.damage).toMatchObject({ lost: [], doubtful: [] });
  }
});
