import { A, apart, B, CELLS, FINE, HIGH, LATER_HIGH, LATER_LOW, LIST, LOW, summed, total, USUAL } from './memory';

/** Lets the picture in A widen the extremes at `low` and `high`. */
export function widen(low: usize, high: usize): void {
  for (let i = 0; i < CELLS; i += 16) {
    const value = v128.load(A + i);
    v128.store(low + i, i8x16.min_u(value, v128.load(low + i)));
    v128.store(high + i, i8x16.max_u(value, v128.load(high + i)));
  }
}

/** Lists the cells of a mask of sixteen, whose first is `cell`; says how many are listed now. */
@inline
function list(mask: v128, cell: i32, listed: i32): i32 {
  for (let bits = i8x16.bitmask(mask); bits != 0; bits &= bits - 1) {
    store<u16>(LIST + (listed << 1), cell + ctz(bits));
    listed++;
  }
  return listed;
}

export function listStepped(step: i32): i32 {
  const least = i8x16.splat(<i8>step);
  let listed = 0;
  for (let i = 0; i < CELLS; i += 16) {
    const up = i8x16.sub_sat_u(v128.load(LATER_LOW + i), v128.load(HIGH + i));
    const down = i8x16.sub_sat_u(v128.load(LOW + i), v128.load(LATER_HIGH + i));
    const range = i8x16.sub_sat_u(v128.load(LATER_HIGH + i), v128.load(LATER_LOW + i));
    listed = list(i8x16.ge_u(v128.or(up, down), i8x16.max_u(least, range)), i, listed);
  }
  return listed;
}

/** Twice the way of eight cells from the middle of the one range to that of the other, without sign. */
@inline
function twiceMoved(cell: i32): v128 {
  const old = i16x8.add(v128.load8x8_u(LOW + cell), v128.load8x8_u(HIGH + cell));
  const fresh = i16x8.add(v128.load8x8_u(LATER_LOW + cell), v128.load8x8_u(LATER_HIGH + cell));
  return i16x8.abs(i16x8.sub(fresh, old));
}

export function listMoved(least: i32): i32 {
  const twice = i16x8.splat(<i16>least);
  let listed = 0;
  for (let i = 0; i < CELLS; i += 16) {
    const low = i16x8.ge_s(twiceMoved(i), twice);
    const high = i16x8.ge_s(twiceMoved(i + 8), twice);
    listed = list(i8x16.narrow_i16x8_s(low, high), i, listed);
  }
  return listed;
}

/** Cells of the last call of `listJumped` that changed, but by little, and whose ranges overlap. */
export let stirred: i32 = 0;

export function listJumped(step: i32, clear: i32, stir: i32): i32 {
  const least = i8x16.splat(<i8>step);
  const most = i8x16.splat(<i8>clear);
  const none = i8x16.splat(0);
  let listed = 0;
  stirred = 0;
  for (let i = 0; i < CELLS; i += 16) {
    const size = apart(v128.load(A + i), v128.load(B + i));
    const changed = i8x16.ge_u(size, least);
    if (!v128.any_true(changed)) continue;
    const up = i8x16.sub_sat_u(v128.load(LATER_LOW + i), v128.load(HIGH + i));
    const down = i8x16.sub_sat_u(v128.load(LOW + i), v128.load(LATER_HIGH + i));
    const together = i8x16.eq(v128.or(up, down), none);
    const settled = v128.and(together, i8x16.lt_u(size, most));
    const others = v128.and(i8x16.gt_u(size, i8x16.splat(<i8>stir)), v128.and(changed, settled));
    stirred += popcnt(i8x16.bitmask(others));
    listed = list(v128.andnot(changed, settled), i, listed);
  }
  return listed;
}

const UNITS: i32 = 7;
const KEEP_BITS: i32 = 15;

/** Eight products of unsigned 16 bits, without the bits behind the point. */
@inline
function kept(usual: v128, keep: v128): v128 {
  const low = i32x4.shr_u(i32x4.extmul_low_i16x8_u(usual, keep), KEEP_BITS);
  const high = i32x4.shr_u(i32x4.extmul_high_i16x8_u(usual, keep), KEEP_BITS);
  return i16x8.narrow_i32x4_u(low, high);
}

@inline
function unusualIn(change: v128, cell: i32, keep: v128, stir: v128, times: i32): i32 {
  const place = USUAL + (cell << 1);
  const sunk = kept(v128.load(place), keep);
  let much = sunk;
  for (let k = 1; k < times; k++) much = i16x8.add_sat_u(much, sunk);
  const unusual = v128.and(i16x8.gt_u(change, stir), i16x8.gt_u(change, much));
  v128.store(place, i16x8.max_u(change, sunk));
  return popcnt(i16x8.bitmask(unusual));
}

export function countUnusual(keep: i32, stir: i32, times: i32): i32 {
  const keeps = i16x8.splat(<i16>keep);
  const stirs = i16x8.splat(<i16>(stir << UNITS));
  let count = 0;
  for (let i = 0; i < CELLS; i += 16) {
    const change = apart(v128.load(A + i), v128.load(B + i));
    const low = i16x8.shl(i16x8.extend_low_i8x16_u(change), UNITS);
    const high = i16x8.shl(i16x8.extend_high_i8x16_u(change), UNITS);
    count += unusualIn(low, i, keeps, stirs, times);
    count += unusualIn(high, i + 8, keeps, stirs, times);
  }
  return count;
}

/** Lets the greatest change of each cell, in LOW, rise to that from A to B. */
export function hurry(): void {
  for (let i = 0; i < CELLS; i += 16) {
    const change = apart(v128.load(A + i), v128.load(B + i));
    v128.store(LOW + i, i8x16.max_u(change, v128.load(LOW + i)));
  }
}

/** Widens the later ranges by the earlier ones. */
export function joinRanges(): void {
  for (let i = 0; i < CELLS; i += 16) {
    v128.store(LATER_LOW + i, i8x16.min_u(v128.load(LOW + i), v128.load(LATER_LOW + i)));
    v128.store(LATER_HIGH + i, i8x16.max_u(v128.load(HIGH + i), v128.load(LATER_HIGH + i)));
  }
}

export function countBeyond(range: i32): i32 {
  const most = i8x16.splat(<i8>range);
  let count = 0;
  for (let i = 0; i < CELLS; i += 16) {
    const width = i8x16.sub_sat_u(v128.load(LATER_HIGH + i), v128.load(LATER_LOW + i));
    count += popcnt(i8x16.bitmask(i8x16.gt_u(width, most)));
  }
  return count;
}

/** Cells to each side over which ranges are averaged. */
const REACH: i32 = 5;
/** As many as lie around one, itself among them. */
const AROUND: f32 = 121;
/** A line of ranges with room at both ends, sums along all lines, and those down each column. */
const line: usize = memory.data(192, 16);
const along: usize = memory.data(8192, 16);
const columns: usize = memory.data(128, 16);

/** Sums the later ranges along each line; beyond its ends lies what lies at them. */
function sumAlong(): void {
  const first = line + 32;
  const last = first + 2 * (FINE - 1);
  for (let y = 0; y < FINE; y++) {
    for (let x = 0; x < FINE; x += 16) {
      const i = y * FINE + x;
      const width = i8x16.sub_sat_u(v128.load(LATER_HIGH + i), v128.load(LATER_LOW + i));
      v128.store(first + 2 * x, i16x8.extend_low_i8x16_u(width));
      v128.store(first + 2 * x + 16, i16x8.extend_high_i8x16_u(width));
    }
    for (let k = 1; k <= REACH; k++) {
      store<u16>(first - 2 * k, load<u16>(first));
      store<u16>(last + 2 * k, load<u16>(last));
    }
    for (let x = 0; x < FINE; x += 8) {
      let sum = v128.load(first + 2 * (x - REACH));
      for (let k = 1 - REACH; k <= REACH; k++) {
        sum = i16x8.add(sum, v128.load(first + 2 * (x + k)));
      }
      v128.store(along + 2 * (y * FINE + x), sum);
    }
  }
}

/** The line of sums at a height, or the first or the last one. */
@inline
function alongAt(y: i32): usize {
  return along + 2 * FINE * max(0, min(FINE - 1, y));
}

/** Four sums over all cells around one as whole means. */
@inline
function meanOf(sums: v128): v128 {
  return i32x4.trunc_sat_f32x4_u(f32x4.div(f32x4.convert_i32x4_u(sums), f32x4.splat(AROUND)));
}

/** Averages the later ranges around each cell into B. */
export function averageRanges(): void {
  sumAlong();
  memory.fill(columns, 0, 2 * FINE);
  for (let y = -2 * REACH; y < FINE; y++) {
    const coming = alongAt(y + REACH);
    const going = alongAt(y - REACH);
    for (let x = 0; x < FINE; x += 8) {
      const column = columns + 2 * x;
      const sums = i16x8.add(v128.load(column), v128.load(coming + 2 * x));
      if (y < 0) {
        v128.store(column, sums);
        continue;
      }
      const low = meanOf(i32x4.extend_low_i16x8_u(sums));
      const high = meanOf(i32x4.extend_high_i16x8_u(sums));
      const means = i16x8.narrow_i32x4_u(low, high);
      const bytes = i8x16.narrow_i16x8_u(means, means);
      store<i64>(B + y * FINE + x, i64x2.extract_lane(bytes, 0));
      v128.store(column, i16x8.sub(sums, v128.load(going + 2 * x)));
    }
  }
}

/** Sums how far the cells of A and B lie apart. */
export function sumApart(): u32 {
  let sums = i32x4.splat(0);
  for (let i = 0; i < CELLS; i += 16)
    sums = summed(sums, apart(v128.load(A + i), v128.load(B + i)));
  return total(sums);
}
