import { A, apart, B, C, LINES, SIDE, SOFT_A, SUMS, summed, total } from './memory';

const CELLS: i32 = SIDE * SIDE;

/** Sum of absolute differences of a box in A and one in B; `wide` keeps the bytes of its width. */
@inline
function boxDifference(a: usize, b: usize, height: i32, wide: v128): u32 {
  let sums = i32x4.splat(0);
  for (let row = 0; row < height; row++) {
    const change = apart(v128.load64_zero(a), v128.load64_zero(b));
    sums = summed(sums, v128.and(change, wide));
    a += SIDE;
    b += SIDE;
  }
  return total(sums);
}

export function leastResidual(
  x: i32,
  y: i32,
  width: i32,
  height: i32,
  reach: i32,
  enough: f64,
): u32 {
  const wide = i64x2.replace_lane(i64x2.splat(0), 0, <i64>(u64.MAX_VALUE >> (64 - 8 * <u64>width)));
  const block = B + y * SIDE + x;
  let best: u32 = u32.MAX_VALUE;
  for (let ring = 0; ring <= reach; ring++) {
    for (let dy = -ring; dy <= ring; dy++) {
      const top = y + dy;
      if (top < 0 || top + height > SIDE) continue;
      const step = dy == ring || dy == -ring ? 1 : 2 * ring;
      for (let dx = -ring; dx <= ring; dx += step) {
        const left = x + dx;
        if (left < 0 || left + width > SIDE) continue;
        const sum = boxDifference(A + top * SIDE + left, block, height, wide);
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
