import fc from 'fast-check';
import { takePicture } from '../../../../layers/media/measure/kernels/coarse.ts';
import {
  BLOCKS,
  blockSums,
  COARSE_CELLS,
  compareFine,
  compareSoft,
  FINE_CELLS,
  fit,
  nearestShift,
} from '../../../../layers/media/measure/kernels/motion.ts';
import {
  FINE,
  FINE_PIXELS,
  PIXELS,
  SMALL,
} from '../../../../layers/media/measure/pictures/grey.ts';
import { pictures } from '../../../support/noise-pictures.ts';

const { abs, floor } = Math;
const impossible = (): never => {
  throw new Error('there is no such thing');
};
const RUNS = { numRuns: 60 };

const softened = (planes: Uint8Array | undefined): Float32Array => {
  const soft = new Float32Array(PIXELS);
  takePicture(planes ?? new Uint8Array(SMALL.bytes), new Uint8Array(PIXELS), soft);
  return soft;
};
/** Two pictures as they are compared, by coarse cells and by fine ones. */
const pairs = pictures(SMALL.bytes, 2).map(([one, other]) => {
  const soft = [softened(one), softened(other)] as const;
  const fine = [one, other].map((planes) => planes?.subarray(0, FINE_PIXELS) ?? new Uint8Array(0));
  const [fineA, fineB] = fine as [Uint8Array, Uint8Array];
  return [
    { cells: COARSE_CELLS, a: soft[0], b: soft[1], compare: () => compareSoft(...soft) },
    { cells: FINE_CELLS, a: fineA, b: fineB, compare: () => compareFine(fineA, fineB) },
  ];
});
type Grid = Float32Array | Uint8Array;
const at = (picture: Grid, i: number): number => picture[i] as number;
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

/** Every other cell of each row but for those at the rim, if the motion leads to cells from it. */
function* cellsOf(a: Grid, b: Grid, motion: Moved, odd: number): Generator<Cell> {
  const side = Math.sqrt(a.length);
  const rim = side / 16;
  const middle = (side - 1) / 2;
  for (let y = rim; y < side - rim; y++) {
    for (let x = rim + ((y + odd) & 1); x < side - rim; x += 2) {
      const [cx, cy] = [x - middle, y - middle];
      const wx = x + motion.x + motion.zoom * cx;
      const wy = y + motion.y + motion.zoom * cy;
      if (!(wx >= 0 && wx < side - 1 && wy >= 0 && wy < side - 1)) continue;
      const i = y * side + x;
      const [left, top] = [floor(wx), floor(wy)];
      const [fx, from] = [wx - left, top * side + left];
      const along = (line: number) => {
        const start = at(b, from + line);
        return start + (at(b, from + line + 1) - start) * fx;
      };
      const seen = along(0) + (along(side) - along(0)) * (wy - top);
      const gx = at(a, i + 1) - at(a, i - 1);
      const gy = at(a, i + side) - at(a, i - side);
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
    fc.property(pairs, fc.nat(1), motions, fc.nat(1), (both, which, motion, odd) => {
      const { cells, a, b, compare } = both[which] ?? impossible();
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
      compare();
      expect(cells.sumFit(motion.x, motion.y, motion.zoom, motion.light, sigma, odd)).toBe(n);
      expect([...fit]).toEqual([xx, xy, xz, xe, yy, yz, zz, ze, ye, errors]);
    }),
    RUNS,
  );
});

test('blocks vote by the sums of their own cells', () => {
  fc.assert(
    fc.property(pairs, fc.nat(1), motions, (both, which, motion) => {
      const { cells, a, b, compare } = both[which] ?? impossible();
      const size = cells.side / 4;
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
        const block = expected[floor(y / size) * 4 + floor(x / size)] ?? impossible();
        const [gx, gy, gz] = slopes;
        block.across += abs(gx);
        block.down += abs(gy);
        block.outward += abs(gz);
        block.texture += abs(gx * (wx - x) + gy * (wy - y)) / 2;
        block.atRest += abs(atRest);
        block.moved += abs(moved);
        block.count += 1;
      }
      compare();
      cells.sumVotes(motion.x, motion.y, motion.zoom, motion.light);
      expect(expected.map((_, block) => blockSums(block))).toEqual(expected);
    }),
    RUNS,
  );
});

test('the nearest shift leads to where the cells are that moved and grew lighter', () => {
  const shift = fc.integer({ min: -5, max: 5 });
  const middle = Array.from({ length: FINE_PIXELS }, (_, i) => i).filter((i) =>
    [i % FINE, floor(i / FINE)].every((place) => place >= 8 && place < FINE - 8),
  );
  fc.assert(
    fc.property(pictures(FINE_PIXELS, 1), shift, shift, fc.nat(60), ([noise], x, y, light) => {
      const a = (noise ?? impossible()).map((grey) => grey >> 1);
      const b = a.map((_, i) => at(a, (i - y * FINE - x + FINE_PIXELS) % FINE_PIXELS) + light);
      compareFine(a, b);
      const found = nearestShift(light, 1);
      const shown = middle.map((i) => at(b, i + found.y * FINE + found.x) - light);
      expect(shown).toEqual(middle.map((i) => at(a, i)));
    }),
    RUNS,
  );
});
