import fc from 'fast-check';
import { takePicture } from '../../../../layers/media/measure/kernels/coarse.ts';
import {
  BLOCKS,
  blockSums,
  compareSoft,
  fit,
  sumFit,
  sumVotes,
} from '../../../../layers/media/measure/kernels/motion.ts';
import { PIXELS, SIDE, SMALL } from '../../../../layers/media/measure/pictures/grey.ts';
import { pictures } from '../../../support/noise-pictures.ts';

const { abs, floor } = Math;
const RUNS = { numRuns: 60 };
const MIDDLE = (SIDE - 1) / 2;

const softened = (planes: Uint8Array | undefined): Float32Array => {
  const soft = new Float32Array(PIXELS);
  takePicture(planes ?? new Uint8Array(SMALL.bytes), new Uint8Array(PIXELS), soft);
  return soft;
};
const softPairs = pictures(SMALL.bytes, 2).map(
  ([one, other]) => [softened(one), softened(other)] as const,
);
const part = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const motions = fc.record({
  x: fc.oneof(part(3), part(20)),
  y: fc.oneof(part(3), part(20)),
  zoom: fc.oneof(part(0.05), part(0.3)),
  light: part(30),
});
type Moved = typeof motions extends fc.Arbitrary<infer Motion> ? Motion : never;

/** What a cell shows of two pictures, where a motion leads from it. */
interface Cell {
  readonly x: number;
  readonly y: number;
  /** Slopes over two cells: right, down, and outwards. */
  readonly slopes: readonly [number, number, number];
  readonly wx: number;
  readonly wy: number;
  readonly atRest: number;
  readonly moved: number;
}

/** Every other cell of each row but for a rim of two, if the motion leads to cells from it. */
function* cellsOf(a: Float32Array, b: Float32Array, motion: Moved, odd: number): Generator<Cell> {
  const at = (picture: Float32Array, i: number) => picture[i] as number;
  for (let y = 2; y < SIDE - 2; y++) {
    for (let x = 2 + ((y + odd) & 1); x < SIDE - 2; x += 2) {
      const [cx, cy] = [x - MIDDLE, y - MIDDLE];
      const wx = x + motion.x + motion.zoom * cx;
      const wy = y + motion.y + motion.zoom * cy;
      if (!(wx >= 0 && wx < SIDE - 1 && wy >= 0 && wy < SIDE - 1)) continue;
      const i = y * SIDE + x;
      const [left, top] = [floor(wx), floor(wy)];
      const [fx, from] = [wx - left, top * SIDE + left];
      const along = (line: number) => {
        const start = at(b, from + line);
        return start + (at(b, from + line + 1) - start) * fx;
      };
      const seen = along(0) + (along(SIDE) - along(0)) * (wy - top);
      const gx = at(a, i + 1) - at(a, i - 1);
      const gy = at(a, i + SIDE) - at(a, i - SIDE);
      yield {
        x,
        y,
        wx,
        wy,
        slopes: [gx, gy, gx * cx + gy * cy],
        atRest: at(b, i) - at(a, i) - motion.light,
        moved: seen - at(a, i) - motion.light,
      };
    }
  }
}

test('the sums of a fit are bit for bit those of cells added one by one', () => {
  fc.assert(
    fc.property(softPairs, motions, fc.nat(1), ([a, b], motion, odd) => {
      const sigma = 5;
      let [xx, xy, xz, xe, yy, yz, zz, ze, ye, errors] = [1e-3, 0, 0, 0, 1e-3, 0, 1e-1, 0, 0, 0];
      let n = 0;
      for (const { slopes, moved: error } of cellsOf(a, b, motion, odd)) {
        const [gx, gy, gz] = slopes.map((slope) => slope / 2) as [number, number, number];
        const ratio = error / sigma;
        const weight = 1 / (1 + ratio * ratio) ** 2;
        xx += weight * gx * gx;
        xy += weight * gx * gy;
        xz += weight * gx * gz;
        xe -= weight * gx * error;
        yy += weight * gy * gy;
        yz += weight * gy * gz;
        zz += weight * gz * gz;
        ze -= weight * gz * error;
        ye -= weight * gy * error;
        errors += abs(error);
        n += 1;
      }
      compareSoft(a, b);
      expect(sumFit(motion.x, motion.y, motion.zoom, motion.light, sigma, odd)).toBe(n);
      expect([...fit]).toEqual([xx, xy, xz, xe, yy, yz, zz, ze, ye, errors]);
    }),
    RUNS,
  );
});

test('blocks vote by the sums of their own cells', () => {
  fc.assert(
    fc.property(softPairs, motions, ([a, b], motion) => {
      const expected = Array.from({ length: BLOCKS }, () => ({
        across: 0,
        down: 0,
        outward: 0,
        texture: 0,
        atRest: 0,
        moved: 0,
        count: 0,
      }));
      for (const { x, y, slopes, wx, wy, atRest, moved } of cellsOf(a, b, motion, 0)) {
        const block = expected[(y >> 3) * 4 + (x >> 3)];
        if (!block) throw new Error('there is no such block');
        const [gx, gy, gz] = slopes;
        block.across += abs(gx);
        block.down += abs(gy);
        block.outward += abs(gz);
        block.texture += abs(gx * (wx - x) + gy * (wy - y)) / 2;
        block.atRest += abs(atRest);
        block.moved += abs(moved);
        block.count += 1;
      }
      compareSoft(a, b);
      sumVotes(motion.x, motion.y, motion.zoom, motion.light);
      expect(expected.map((_, block) => blockSums(block))).toEqual(expected);
    }),
    RUNS,
  );
});
