import { A, apart, B, C, columnsIn, LINES, SIDE, SOFT_A, SOME, SUMS, summed, total } from './memory';

const CELLS: i32 = SIDE * SIDE;

/** Two lines of eight cells. */
@inline
function twoLines(place: usize): v128 {
  return v128.load64_lane(place + SIDE, v128.load64_zero(place), 1);
}

/** The differences of two lines of eight cells, but for those that are not of the box. */
@inline
function twoApart(place: usize, lines: v128, box: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(v128.and(apart(twoLines(place), lines), box));
}

/** Two lines of a box as ones where it has cells. */
@inline
function boxLines(first: i32, height: i32, wide: u64): v128 {
  const upper = i64x2.replace_lane(i64x2.splat(0), 0, first < height ? wide : 0);
  return i64x2.replace_lane(upper, 1, first + 1 < height ? wide : 0);
}

export function leastResidual(
  x: i32,
  y: i32,
  width: i32,
  height: i32,
  reach: i32,
  enough: f64,
): u32 {
  const wide: u64 = u64.MAX_VALUE >> (64 - 8 * <u64>width);
  const box0 = boxLines(0, height, wide);
  const box2 = boxLines(2, height, wide);
  const box4 = boxLines(4, height, wide);
  const box6 = boxLines(6, height, wide);
  const block = B + y * SIDE + x;
  const lines0 = twoLines(block);
  const lines2 = twoLines(block + 2 * SIDE);
  const lines4 = twoLines(block + 4 * SIDE);
  const lines6 = twoLines(block + 6 * SIDE);
  let best: u32 = u32.MAX_VALUE;
  for (let ring = 0; ring <= reach; ring++) {
    for (let dy = -ring; dy <= ring; dy++) {
      const top = y + dy;
      if (top < 0 || top + height > SIDE) continue;
      const step = dy == ring || dy == -ring ? 1 : 2 * ring;
      for (let dx = -ring; dx <= ring; dx += step) {
        const left = x + dx;
        if (left < 0 || left + width > SIDE) continue;
        const place = A + top * SIDE + left;
        const upper = i16x8.add(
          twoApart(place, lines0, box0),
          twoApart(place + 2 * SIDE, lines2, box2),
        );
        const lower = i16x8.add(
          twoApart(place + 4 * SIDE, lines4, box4),
          twoApart(place + 6 * SIDE, lines6, box6),
        );
        const sum = total(i32x4.extadd_pairwise_i16x8_u(i16x8.add(upper, lower)));
        if (sum < best) best = sum;
      }
    }
    if (<f64>best <= enough) break;
  }
  return best;
}

/** Adds sixteen bytes to the sums of their columns. */
@inline
function addColumns(to: usize, bytes: v128): void {
  v128.store(to, i16x8.add(v128.load(to), i16x8.extend_low_i8x16_u(bytes)));
  v128.store(to + 16, i16x8.add(v128.load(to + 16), i16x8.extend_high_i8x16_u(bytes)));
}

/** Sums the differences of A and `other` along the columns and rows of LINES; says their sum. */
function sumLines(other: usize, lines: usize): u32 {
  memory.fill(lines, 0, 4 * SIDE);
  let sum: u32 = 0;
  for (let y = 0; y < SIDE; y++) {
    const row = y * SIDE;
    const left = apart(v128.load(A + row), v128.load(other + row));
    const right = apart(v128.load(A + row + 16), v128.load(other + row + 16));
    addColumns(lines, left);
    addColumns(lines + 32, right);
    const change = total(summed(summed(i32x4.splat(0), left), right));
    store<u16>(lines + ((SIDE + y) << 1), change);
    sum += change;
  }
  return sum;
}

export function sumChange(): u32 {
  return sumLines(B, LINES);
}

export function sumSweep(): u32 {
  const old = sumLines(B, LINES);
  sumLines(C, LINES + 128);
  return old;
}

/** Adds the squares of sixteen bytes to four sums. */
@inline
function squared(sums: v128, bytes: v128): v128 {
  const low = i16x8.extend_low_i8x16_u(bytes);
  const high = i16x8.extend_high_i8x16_u(bytes);
  return i32x4.add(
    i32x4.add(sums, i32x4.dot_i16x8_s(low, low)),
    i32x4.dot_i16x8_s(high, high),
  );
}

/** Adds the products of sixteen bytes of two pictures to four sums. */
@inline
function multiplied(sums: v128, a: v128, b: v128): v128 {
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(a), i16x8.extend_low_i8x16_u(b));
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(a), i16x8.extend_high_i8x16_u(b));
  return i32x4.add(i32x4.add(sums, low), high);
}

/** Of an area of A and B: sums, squares of both, and products. */
export function sumPair(left: i32, top: i32, right: i32, bottom: i32): void {
  let sumsA = i32x4.splat(0);
  let sumsB = i32x4.splat(0);
  let squaresA = i32x4.splat(0);
  let squaresB = i32x4.splat(0);
  let products = i32x4.splat(0);
  const first = columnsIn(left, right);
  const second = columnsIn(left - 16, right - 16);
  for (let i = top * SIDE; i < bottom * SIDE; i += 16) {
    const inside = (i & 16) == 0 ? first : second;
    const a = v128.and(v128.load(A + i), inside);
    const b = v128.and(v128.load(B + i), inside);
    sumsA = summed(sumsA, a);
    sumsB = summed(sumsB, b);
    squaresA = multiplied(squaresA, a, a);
    squaresB = multiplied(squaresB, b, b);
    products = multiplied(products, a, b);
  }
  store<u32>(SUMS, total(sumsA));
  store<u32>(SUMS + 4, total(sumsB));
  store<u32>(SUMS + 8, total(squaresA));
  store<u32>(SUMS + 12, total(squaresB));
  store<u32>(SUMS + 16, total(products));
}

/** Of the cells of a whole picture that are brighter than `grey`: their sum, and how many. */
function sumAbove(picture: usize, grey: u32, sums: usize): void {
  const most = i8x16.splat(<i8>grey);
  let sum = i32x4.splat(0);
  let count: i32 = 0;
  for (let i = 0; i < CELLS; i += 16) {
    const value = v128.load(picture + i);
    const above = i8x16.gt_u(value, most);
    sum = summed(sum, v128.and(value, above));
    count += popcnt(i8x16.bitmask(above));
  }
  store<u32>(sums, total(sum));
  store<u32>(sums + 4, count);
}

/** The same of all of A and B, and of each the cells that are brighter than its mean. */
export function sumWholePair(): void {
  sumPair(0, 0, SIDE, SIDE);
  sumAbove(A, load<u32>(SUMS) / CELLS, SUMS + 20);
  sumAbove(B, load<u32>(SUMS + 4) / CELLS, SUMS + 28);
}

/** Means of eight cells of a coarse line, of two fine lines. */
@inline
function means(fine: usize): v128 {
  const pairs = i16x8.add(
    i16x8.extadd_pairwise_i8x16_u(v128.load(fine)),
    i16x8.extadd_pairwise_i8x16_u(v128.load(fine + 2 * SIDE)),
  );
  return i16x8.shr_u(i16x8.add(pairs, i16x8.splat(2)), 2);
}

/** Averages the fine greys in A, two by two, into the coarse ones in B. */
export function coarsen(): void {
  for (let i = 0; i < CELLS; i += 16) {
    const fine = A + 4 * (i & ~(SIDE - 1)) + 2 * (i & (SIDE - 1));
    v128.store(B + i, i8x16.narrow_i16x8_u(means(fine), means(fine + 16)));
  }
}

/** A line between its neighbours, each of them by its weight of 1, 2 and 1, and room at both ends. */
const line: usize = memory.data(96, 16);

/** Softens B into SOFT_A; beyond the border lies what lies on it. */
export function soften(): void {
  for (let y = 0; y < SIDE; y++) {
    const row = B + y * SIDE;
    const up = y > 0 ? row - SIDE : row;
    const down = y < SIDE - 1 ? row + SIDE : row;
    for (let x = 0; x < SIDE; x += 8) {
      const outer = i16x8.add(v128.load8x8_u(up + x), v128.load8x8_u(down + x));
      const all = i16x8.add(outer, i16x8.shl(v128.load8x8_u(row + x), 1));
      v128.store(line + 16 + (x << 1), all);
    }
    store<u16>(line + 14, load<u16>(line + 16));
    store<u16>(line + 80, load<u16>(line + 78));
    for (let x = 0; x < SIDE; x += 8) {
      const here = line + 16 + (x << 1);
      const outer = i16x8.add(v128.load(here - 2), v128.load(here + 2));
      const all = i16x8.add(outer, i16x8.shl(v128.load(here), 1));
      const soft = SOFT_A + ((y * SIDE + x) << 2);
      const part = f32x4.splat(0.0625);
      const low = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(all));
      const high = f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(all));
      v128.store(soft, f32x4.mul(low, part));
      v128.store(soft + 16, f32x4.mul(high, part));
    }
  }
}

/** All bytes but the last. */
const BUT_LAST = i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0);

@inline
function sumOf(picture: usize): u32 {
  let sums = i32x4.splat(0);
  for (let i = 0; i < CELLS; i += 16) sums = summed(sums, v128.load(picture + i));
  return total(sums);
}

/** Of the coarse greys in B, and of Cb and Cr in C. */
export function sumPicture(): void {
  let sums = i32x4.splat(0);
  let squares = i32x4.splat(0);
  let across = i32x4.splat(0);
  let down = i32x4.splat(0);
  let energy = i32x4.splat(0);
  for (let i = 0; i < CELLS; i += 16) {
    const value = v128.load(B + i);
    sums = summed(sums, value);
    squares = squared(squares, value);
    if (i >= CELLS - SIDE) continue;
    const right = apart(v128.load(B + i + 1), value);
    const within = (i & SIDE / 2) == 0 ? right : v128.and(right, BUT_LAST);
    const below = apart(v128.load(B + i + SIDE), value);
    across = summed(across, within);
    down = summed(down, below);
    energy = squared(squared(energy, within), below);
  }
  store<u32>(SUMS, total(sums));
  store<u32>(SUMS + 4, total(squares));
  store<u32>(SUMS + 8, total(across));
  store<u32>(SUMS + 12, total(down));
  store<u32>(SUMS + 16, total(energy));
  store<u32>(SUMS + 20, sumOf(C));
  store<u32>(SUMS + 24, sumOf(C + CELLS));
}

export function sumBetween(): void {
  let least = i32x4.splat(0);
  let far = i32x4.splat(0);
  for (let i = 0; i < CELLS; i += 16) {
    const now = v128.load(A + i);
    const old = v128.load(B + i);
    const fresh = v128.load(C + i);
    least = summed(least, i8x16.min_u(apart(now, old), apart(now, fresh)));
    far = summed(far, apart(old, fresh));
  }
  store<u32>(SUMS, total(least));
  store<u32>(SUMS + 4, total(far));
}

/** Of the cells of B, C and A where SOME has ones: as `sumMixture`, but for steps off the way. */
export function sumFirstLook(): void {
  let far = i32x4.splat(0);
  let along = i32x4.splat(0);
  let beside = i32x4.splat(0);
  for (let i = 0; i < CELLS; i += 8) {
    const asked = v128.load8x8_s(SOME + i);
    const old = v128.load8x8_u(B + i);
    const way = v128.and(i16x8.sub(v128.load8x8_u(C + i), old), asked);
    const step = v128.and(i16x8.sub(v128.load8x8_u(A + i), old), asked);
    const sign = i16x8.shr_s(way, 15);
    const length = i16x8.sub(v128.xor(way, sign), sign);
    const gone = i16x8.sub(v128.xor(step, sign), sign);
    const between = i16x8.min_s(i16x8.max_s(gone, i16x8.splat(0)), length);
    far = i32x4.add(far, i32x4.extadd_pairwise_i16x8_s(length));
    along = i32x4.add(along, i32x4.extadd_pairwise_i16x8_s(between));
    const off = i16x8.abs(i16x8.sub(gone, between));
    beside = i32x4.add(beside, i32x4.extadd_pairwise_i16x8_s(off));
  }
  store<u32>(SUMS, total(far));
  store<u32>(SUMS + 4, total(along));
  store<u32>(SUMS + 8, total(beside));
}

export function sumMixture(cells: i32): void {
  let square = i32x4.splat(0);
  let along = i32x4.splat(0);
  let far = i32x4.splat(0);
  for (let i = 0; i < cells; i += 8) {
    const old = v128.load8x8_u(B + i);
    const way = i16x8.sub(v128.load8x8_u(C + i), old);
    const gone = i16x8.sub(v128.load8x8_u(A + i), old);
    square = i32x4.add(square, i32x4.dot_i16x8_s(way, way));
    along = i32x4.add(along, i32x4.dot_i16x8_s(gone, way));
    far = i32x4.add(far, i32x4.extadd_pairwise_i16x8_s(i16x8.abs(way)));
  }
  store<u32>(SUMS, total(square));
  store<u32>(SUMS + 4, total(along));
  store<u32>(SUMS + 8, total(far));
}
