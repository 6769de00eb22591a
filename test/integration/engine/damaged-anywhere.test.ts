import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { tileSecond } from '../../../layers/domain/frames/tile-second.ts';
import { coverageWithout, holesOf } from '../../../layers/domain/sources/damage.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany } from '../../support/breadth.ts';
import { barcodeClip } from '../../support/clips/barcode-clip.ts';
import { drawFile } from '../../support/clips/draw.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('damaged-anywhere');
const engine = ffmpegEngine(await findBinaries({}));
const file = (name: string) => join(folder, name);

/**
 * Codecs that take damage in ways of their own: a picture that is broken off, or one in another
 * form.
 */
const CODECS = {
  mov: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'],
  mkv: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25'],
  ts: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '2', '-g', '25'],
};

test.each(Object.entries(CODECS))(
  'wherever a %s is damaged, its tiles and its holes agree',
  async (kind, coding) => {
    const whole = file(`small.${kind}`);
    await barcodeClip({ frames: 150, rate: '25', output: [...coding, whole] });
    const bytes = await readFile(whole);
    const broken = file(`broken.${kind}`);
    const share = fc.double({ min: 0.2, max: 0.9, noNaN: true });
    const step = fc.constantFrom(1, 40, 200, 900);
    await fc.assert(
      fc.asyncProperty(share, share, step, fc.nat(4), async (from, to, apart, start) => {
        const damagedBytes = Buffer.from(bytes);
        for (let i = Math.floor(bytes.length * from); i < bytes.length * to; i += apart) {
          damagedBytes[i] = apart === 1 ? 0 : (damagedBytes[i] ?? 0) ^ 0xa5;
        }
        await writeFile(broken, damagedBytes);
        const drawing = drawFile(engine, broken, { detail: 'detail', start, end: start + 2 });
        const drawn = await drawing.catch((error) => {
          // Where its end is lost, a late window lies behind what is left.
          expect(['no_video_stream', 'invalid_window']).toContain(error.type);
        });
        if (!drawn) return;
        const { plan, sheets, measured } = drawn;
        const holes = holesOf(measured.damage.lost);
        const inHole = (at: number) => holes.some(([a, b]) => at >= a && at < b);
        const asked = Array.from({ length: plan.tiles }, (_, k) => tileSecond(plan, k));
        const times = sheets.flatMap(({ frameTimes }) => frameTimes);
        expect(times).toHaveLength(asked.filter((at) => !inHole(at)).length);
        expect(times.filter(inHole)).toEqual([]);
        expect(
          coverageWithout(plan.coverage, { lost: holes, twice: [] }).covered_seconds,
        ).toBeGreaterThan(0);
      }),
      // The same every time: `soak:media` has others.
      { numRuns: asMany(1, 20), seed: 20_261_122 },
    );
  },
);
