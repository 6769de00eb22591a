import fc from 'fast-check';
import {
  changeSums,
  compare,
  firstLook,
  leastResidual,
  lineCosts,
  nearerSums,
  pairSums,
  readFirst,
  takePicture,
  waySums,
  wholePairSums,
} from '../../../../layers/media/measure/kernels/coarse.ts';
import {
  cellsBeyond,
  countUnusual,
  EARLIER,
  fineChange,
  greatestChanges,
  joinRanges,
  jumpedCells,
  LATER,
  movedCells,
  rangesAround,
  steppedCells,
} from '../../../../layers/media/measure/kernels/fine.ts';
import {
  kernelSources,
  sourcesDigest,
} from '../../../../layers/media/measure/kernels/kernel-sources.ts';
import { MADE_OF } from '../../../../layers/media/measure/kernels/kernels-code.ts';
import {
  groupsOf,
  ringAround,
  withoutSparse,
} from '../../../../layers/media/measure/kernels/shapes.ts';
import {
  FINE,
  FINE_PIXELS,
  PIXELS,
  SIDE,
  SMALL,
} from '../../../../layers/media/measure/pictures/grey.ts';
import { pictures } from '../../../support/noise-pictures.ts';

const { abs, max, min } = Math;
const RUNS = { numRuns: 30 };

const fine = (count: number) => pictures(FINE_PIXELS, count);
const coarse = (count: number) => pictures(PIXELS, count);
const cellsWhere = (holds: (cell: number) => boolean): number[] =>
  Array.from({ length: FINE_PIXELS }, (_, cell) => cell).filter(holds);
const each = (length: number, value: (i: number) => number): number[] =>
  Array.from({ length }, (_, i) => value(i));
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const of = (picture: Uint8Array | undefined, cell: number): number => picture?.[cell] ?? Number.NaN;
const apart = (a: Uint8Array | undefined, b: Uint8Array | undefined, cell: number): number =>
  abs(of(a, cell) - of(b, cell));
const least = (seen: readonly Uint8Array[], cell: number) =>
  min(...seen.map((one) => of(one, cell)));
const most = (seen: readonly Uint8Array[], cell: number) =>
  max(...seen.map((one) => of(one, cell)));

test('the range of a cell holds all its greys, and steps are told where two lie apart', () => {
  fc.assert(
    fc.property(fine(3), fine(2), fc.integer({ min: 1, max: 40 }), (before, after, step) => {
      EARLIER.takeRangeOf(before);
      LATER.takeRangeOf(after);
      expect([...EARLIER.low]).toEqual(each(FINE_PIXELS, (cell) => least(before, cell)));
      expect([...EARLIER.high]).toEqual(each(FINE_PIXELS, (cell) => most(before, cell)));
      const stepped = cellsWhere((cell) => {
        const up = least(after, cell) - most(before, cell);
        const down = least(before, cell) - most(after, cell);
        return max(up, down) >= max(step, most(after, cell) - least(after, cell));
      });
      expect([...steppedCells(step)]).toEqual(stepped);
      const middle = (seen: readonly Uint8Array[], cell: number) =>
        (least(seen, cell) + most(seen, cell)) / 2;
      const moved = cellsWhere((cell) => abs(middle(after, cell) - middle(before, cell)) >= step);
      expect([...movedCells(step)]).toEqual(moved);
    }),
    RUNS,
  );
});

test('of the cells that jump, those whose ranges overlap are told only if they jump far', () => {
  fc.assert(
    fc.property(fine(2), fine(2), (before, after) => {
      EARLIER.takeRangeOf(before);
      LATER.takeRangeOf(after);
      const [a, b] = [before[0] as Uint8Array, after[0] as Uint8Array];
      const overlap = (cell: number) =>
        least(after, cell) <= most(before, cell) && least(before, cell) <= most(after, cell);
      const near = (cell: number) => apart(a, b, cell) < 12 && overlap(cell);
      const { cells, stirred } = jumpedCells(a, b, { step: 6, clear: 12, stir: 8 });
      expect([...cells]).toEqual(cellsWhere((cell) => apart(a, b, cell) >= 6 && !near(cell)));
      expect(stirred).toBe(cellsWhere((cell) => apart(a, b, cell) > 8 && near(cell)).length);
    }),
    RUNS,
  );
});

test('what is usual sinks slowly, and changes of more than twice as much are counted', () => {
  fc.assert(
    fc.property(fine(4), fc.integer({ min: 0, max: 32_768 }), (seen, keep) => {
      const usual = new Uint16Array(FINE_PIXELS);
      let expected = each(FINE_PIXELS, () => 0);
      for (let k = 1; k < seen.length; k++) {
        const [a, b] = [seen[k - 1] as Uint8Array, seen[k] as Uint8Array];
        const sunk = expected.map((value) => (value * keep) >> 15);
        const change = each(FINE_PIXELS, (cell) => apart(a, b, cell) * 128);
        const unusual = change.filter((size, i) => size > 1024 && size > 2 * (sunk[i] ?? 0));
        expect(countUnusual(a, b, usual, { keep, stir: 8, times: 2 })).toBe(unusual.length);
        expected = change.map((size, i) => max(size, sunk[i] ?? 0));
        expect([...usual]).toEqual(expected);
      }
    }),
    RUNS,
  );
});

test('how far two pictures lie apart is the mean of what their cells do', () => {
  fc.assert(
    fc.property(fine(2), ([a, b]) => {
      const all = each(FINE_PIXELS, (cell) => apart(a, b, cell));
      expect(fineChange(a as Uint8Array, b as Uint8Array)).toBe(sum(all) / FINE_PIXELS);
    }),
    RUNS,
  );
});

test('the greatest change of a cell is that between two pictures that follow each other', () => {
  fc.assert(
    fc.property(fine(4), (seen) => {
      const out = new Uint8Array(FINE_PIXELS);
      greatestChanges(seen, out);
      const greatest = (cell: number) =>
        max(...seen.slice(1).map((one, k) => apart(one, seen[k], cell)));
      expect([...out]).toEqual(each(FINE_PIXELS, greatest));
    }),
    RUNS,
  );
});

test('ranges are joined, counted, and averaged over 11x11 cells, at the border over what lies on it', () => {
  const within = (place: number) => max(0, min(FINE - 1, place));
  const reach = each(11, (k) => k - 5);
  fc.assert(
    fc.property(fine(2), fine(2), fc.nat(255), (before, after, wide) => {
      const rangeOf = (seen: readonly Uint8Array[]) => ({
        low: Uint8Array.from(each(FINE_PIXELS, (cell) => least(seen, cell))),
        high: Uint8Array.from(each(FINE_PIXELS, (cell) => most(seen, cell))),
      });
      joinRanges(rangeOf(before), rangeOf(after));
      const both = rangeOf([...before, ...after]);
      expect({ low: LATER.low, high: LATER.high }).toEqual(both);
      const width = (cell: number) => apart(both.high, both.low, cell);
      expect(cellsBeyond(wide)).toBe(cellsWhere((cell) => width(cell) > wide).length);
      const means = new Uint8Array(FINE_PIXELS);
      rangesAround(means);
      const mean = (x: number, y: number): number => {
        const line = (dy: number) => within(y + dy) * FINE;
        const near = reach.map((dy) => sum(reach.map((dx) => width(line(dy) + within(x + dx)))));
        return Math.floor(sum(near) / 121);
      };
      const asked = [0, 1, 4, 5, 31, 58, 59, 63];
      for (const y of asked) {
        for (const x of asked) expect(means[y * FINE + x]).toBe(mean(x, y));
      }
    }),
    RUNS,
  );
});

test('a picture is averaged two by two, softened, and summed as plain loops do', () => {
  fc.assert(
    fc.property(pictures(SMALL.bytes, 1), ([planes = new Uint8Array()]) => {
      const grey = new Uint8Array(PIXELS);
      const soft = new Float32Array(PIXELS);
      const sums = takePicture(planes, grey, soft);
      const [columnOf, lineOf] = [(i: number) => i % SIDE, (i: number) => Math.floor(i / SIDE)];
      const four = (i: number) =>
        [0, 1, FINE, FINE + 1].map((at) => of(planes, 2 * (lineOf(i) * FINE + columnOf(i)) + at));
      expect([...grey]).toEqual(each(PIXELS, (i) => (sum(four(i)) + 2) >> 2));
      const at = (x: number, y: number) =>
        of(grey, max(0, min(SIDE - 1, y)) * SIDE + max(0, min(SIDE - 1, x)));
      const weighted = (i: number) => {
        const [x, y] = [columnOf(i), lineOf(i)];
        const along = (dy: number) => at(x - 1, y + dy) + 2 * at(x, y + dy) + at(x + 1, y + dy);
        return (along(-1) + 2 * along(0) + along(1)) / 16;
      };
      expect([...soft]).toEqual(each(PIXELS, weighted));
      const all = (value: (cell: number) => number): number => sum(each(PIXELS, value));
      const isLower = (i: number) => lineOf(i) === SIDE - 1;
      const right = (i: number) =>
        isLower(i) || columnOf(i) === SIDE - 1 ? 0 : abs(of(grey, i + 1) - of(grey, i));
      const below = (i: number) => (isLower(i) ? 0 : abs(of(grey, i + SIDE) - of(grey, i)));
      expect(sums).toEqual({
        greys: all((i) => of(grey, i)),
        squares: all((i) => of(grey, i) ** 2),
        across: all(right),
        down: all(below),
        energy: all((i) => right(i) ** 2 + below(i) ** 2),
        cb: all((i) => of(planes, FINE_PIXELS + i)),
        cr: all((i) => of(planes, FINE_PIXELS + PIXELS + i)),
      });
    }),
    RUNS,
  );
});

test('sums over coarse pictures are those of plain loops', () => {
  fc.assert(
    fc.property(coarse(3), (seen) => {
      const [old, fresh, now] = seen as [Uint8Array, Uint8Array, Uint8Array];
      const along = (line: number, value: (cell: number) => number): number =>
        sum(each(SIDE, (i) => value(line < SIDE ? i * SIDE + line : (line - SIDE) * SIDE + i)));
      const all = (value: (cell: number) => number): number => sum(each(PIXELS, value));
      const linesTo = (other: Uint8Array): number[] =>
        each(2 * SIDE, (line) => along(line, (cell) => apart(now, other, cell)));

      const lines = new Uint16Array(2 * SIDE);
      expect(changeSums(old, now, lines)).toBe(all((i) => apart(old, now, i)));
      expect([...lines]).toEqual(linesTo(old));
      const costs = lineCosts(old, fresh, now);
      expect(costs.old).toBe(all((i) => apart(old, now, i)));
      expect([[...costs.asOld], [...costs.asNew]]).toEqual([linesTo(old), linesTo(fresh)]);
      expect(nearerSums(old, fresh, now)).toEqual({
        least: all((i) => min(apart(now, old, i), apart(now, fresh, i))),
        apart: all((i) => apart(old, fresh, i)),
      });
      for (const part of [64, PIXELS]) {
        const [a, b, f] = [old, fresh, now].map((one) => one.subarray(0, part));
        const way = each(part, (i) => of(b, i) - of(a, i));
        expect(waySums(a as Uint8Array, b as Uint8Array, f as Uint8Array)).toEqual({
          squares: sum(way.map((step) => step * step)),
          along: sum(way.map((step, i) => step * (of(f, i) - of(a, i)))),
          apart: sum(way.map(abs)),
        });
      }
    }),
    RUNS,
  );
});

test('of a pair of pictures an area is summed, and the whole about its means', () => {
  const edges = fc
    .tuple(fc.nat(SIDE - 1), fc.nat(SIDE - 1))
    .map((pair) => [min(...pair), max(...pair) + 1]);
  fc.assert(
    fc.property(coarse(2), edges, edges, (pair, [left = 0, right = 0], [top = 0, bottom = 0]) => {
      const [a, b] = pair as [Uint8Array, Uint8Array];
      const isIn = (i: number) =>
        i % SIDE >= left && i % SIDE < right && i >= top * SIDE && i < bottom * SIDE;
      const cells = each(PIXELS, (i) => i).filter(isIn);
      const over = (asked: readonly number[], value: (cell: number) => number) =>
        sum(asked.map(value));
      const sums = (asked: readonly number[]) => ({
        a: over(asked, (i) => of(a, i)),
        b: over(asked, (i) => of(b, i)),
        aa: over(asked, (i) => of(a, i) ** 2),
        bb: over(asked, (i) => of(b, i) ** 2),
        ab: over(asked, (i) => of(a, i) * of(b, i)),
      });
      compare(a, b);
      expect(pairSums(left, top, right, bottom)).toEqual(sums(cells));
      const all = each(PIXELS, (i) => i);
      const whole = sums(all);
      expect(wholePairSums()).toEqual({
        ...whole,
        aDeviates: over(all, (i) => abs(of(a, i) - whole.a / PIXELS)),
        bDeviates: over(all, (i) => abs(of(b, i) - whole.b / PIXELS)),
      });
    }),
    RUNS,
  );
});

test('a first look at every fifth cell follows each way no further than to its end', () => {
  readFirst(5);
  fc.assert(
    fc.property(coarse(3), (seen) => {
      const [old, fresh, now] = seen as [Uint8Array, Uint8Array, Uint8Array];
      const asked = each(Math.ceil(PIXELS / 5), (k) => 5 * k);
      const way = (i: number) => of(fresh, i) - of(old, i);
      const gone = (i: number) => (of(now, i) - of(old, i)) * (way(i) < 0 ? -1 : 1);
      const along = (i: number) => min(max(gone(i), 0), abs(way(i)));
      expect(firstLook(old, fresh, now)).toEqual({
        apart: sum(asked.map((i) => abs(way(i)))),
        along: sum(asked.map(along)),
        beside: sum(asked.map((i) => abs(gone(i) - along(i)))),
      });
    }),
    RUNS,
  );
});

test('a box is looked for in rings, and no further than where it is found', () => {
  const box = fc.record({
    x: fc.integer({ min: 0, max: SIDE - 2 }),
    y: fc.integer({ min: 0, max: SIDE - 2 }),
    width: fc.integer({ min: 2, max: 8 }),
    height: fc.integer({ min: 2, max: 8 }),
    enough: fc.double({ min: 0, max: 3000, noNaN: true }),
  });
  fc.assert(
    fc.property(coarse(2), box, ([a, b], { x, y, enough, ...size }) => {
      const [width, height] = [min(size.width, SIDE - x), min(size.height, SIDE - y)];
      const residual = (dx: number, dy: number): number => {
        const [left, top] = [x + dx, y + dy];
        const isOutside = left < 0 || top < 0 || left + width > SIDE || top + height > SIDE;
        if (isOutside) return Number.POSITIVE_INFINITY;
        const cells = each(width * height, (i) => {
          const [row, column] = [Math.floor(i / width), i % width];
          const [from, to] = [(top + row) * SIDE + left + column, (y + row) * SIDE + x + column];
          return abs(of(a, from) - of(b, to));
        });
        return sum(cells);
      };
      let best = Number.POSITIVE_INFINITY;
      for (let ring = 0; ring <= 4 && !(best <= enough); ring++) {
        const steps = each(2 * ring + 1, (i) => i - ring);
        const sums = steps.flatMap((dy) => steps.map((dx) => residual(dx, dy)));
        best = min(best, ...sums);
      }
      compare(a as Uint8Array, b as Uint8Array);
      expect(leastResidual(x, y, width, height, 4, enough)).toBe(best);
    }),
    RUNS,
  );
});

const masks = fc
  .array(fc.nat(FINE_PIXELS - 1), { maxLength: 400 })
  .map((cells) => [...new Set(cells)].sort((one, other) => one - other));
const distance = (a: number, b: number): number =>
  max(abs((a % FINE) - (b % FINE)), abs(Math.floor(a / FINE) - Math.floor(b / FINE)));

test('cells with gaps of one between them are a group, reached row by row from its first', () => {
  fc.assert(
    fc.property(masks, (cells) => {
      const left = new Set(cells);
      const groups: number[][] = [];
      for (const seed of cells) {
        if (!left.delete(seed)) continue;
        const group = [seed];
        for (const cell of group) {
          for (const other of [...left].filter((one) => distance(one, cell) <= 2)) {
            left.delete(other);
            group.push(other);
          }
        }
        groups.push(group);
      }
      const mask = new Uint8Array(FINE_PIXELS);
      for (const cell of cells) mask[cell] = 1;
      const found = groupsOf(mask, { least: 3, reach: 2 });
      expect(found.map((group) => [...group])).toEqual(groups.filter(({ length }) => length >= 3));
    }),
    RUNS,
  );
});

test('the ring around cells is near them, and at no place next to them', () => {
  fc.assert(
    fc.property(masks, (cells) => {
      const isWithin = (cell: number, reach: number) =>
        cells.some((one) => distance(one, cell) <= reach);
      const ring = ringAround(Int16Array.from(cells), { near: 4, clear: 2 });
      expect([...ring]).toEqual(cellsWhere((cell) => isWithin(cell, 4) && !isWithin(cell, 2)));
    }),
    RUNS,
  );
});

test('the code is made of the sources that lie beside it', async () => {
  expect(sourcesDigest(await kernelSources())).toBe(MADE_OF);
});

test('lines and columns at the four sides go where they hold less than a well filled one', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(masks, share, share, (cells, tall, wide) => {
      const column = (cell: number) => cell % FINE;
      const line = (cell: number) => Math.floor(cell / FINE);
      let [x0, x1] = [min(FINE, ...cells.map(column)), max(0, ...cells.map((c) => column(c) + 1))];
      let [y0, y1] = [min(FINE, ...cells.map(line)), max(0, ...cells.map((c) => line(c) + 1))];
      const inside = () =>
        cells.filter((c) => column(c) >= x0 && column(c) < x1 && line(c) >= y0 && line(c) < y1);
      const filled = (place: (cell: number) => number, kept: readonly number[]) => {
        const counts = each(FINE, (i) => kept.filter((cell) => place(cell) === i).length);
        const some = counts.filter((count) => count > 0).sort((a, b) => a - b);
        return { counts, full: some[Math.floor(0.8 * (some.length - 1))] ?? 0 };
      };
      for (let turn = 0; turn < 2; turn++) {
        const kept = inside();
        const down = filled(line, kept);
        const across = filled(column, kept);
        const isShort = (y: number) => (down.counts[y] ?? 0) < tall * down.full;
        const isThin = (x: number) => (across.counts[x] ?? 0) < wide * across.full;
        while (y1 - y0 > 2 && isShort(y0)) y0++;
        while (y1 - y0 > 2 && isShort(y1 - 1)) y1--;
        while (x1 - x0 > 4 && isThin(x0)) x0++;
        while (x1 - x0 > 4 && isThin(x1 - 1)) x1--;
      }
      expect([...withoutSparse(Int16Array.from(cells), { tall, wide })]).toEqual(inside());
    }),
    RUNS,
  );
});
