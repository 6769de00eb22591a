import { A, apart, B, FINE, FITS, SIDE, SOFT_A, SOFT_B, summed, total } from './memory';

// A picture has as many cells in a line as lines; of its rim a sixteenth is not compared on either
// side. A place is between cells where it is less than the last one.

/** Fractions of four bytes at a place and two further on, in eight bytes each. */
@inline
function pair(place: usize): v128 {
  const four = v128.load(place);
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 0, 2, 0, 2));
}

/** What lies at two cells, and right of each. */
@inline
function neighbour(one: v128, other: v128, right: bool): v128 {
  return right ? v128.shuffle<f64>(one, other, 1, 3) : v128.shuffle<f64>(one, other, 0, 2);
}

/**
 * The second picture between its cells, in proportion to how near they are: at two places of one
 * height.
 */
@inline
function sample(side: i32, x: v128, top: i32, fy: v128): v128 {
  const left = i32x4.trunc_sat_f64x2_s_zero(x);
  const fx = f64x2.sub(x, f64x2.convert_low_i32x4_s(left));
  const one = SOFT_B + ((top * side + i32x4.extract_lane(left, 0)) << 2);
  const other = SOFT_B + ((top * side + i32x4.extract_lane(left, 1)) << 2);
  const upper1 = f64x2.promote_low_f32x4(v128.load64_zero(one));
  const upper2 = f64x2.promote_low_f32x4(v128.load64_zero(other));
  const lower1 = f64x2.promote_low_f32x4(v128.load64_zero(one + 4 * side));
  const lower2 = f64x2.promote_low_f32x4(v128.load64_zero(other + 4 * side));
  const a = neighbour(upper1, upper2, false);
  const b = neighbour(upper1, upper2, true);
  const c = neighbour(lower1, lower2, false);
  const d = neighbour(lower1, lower2, true);
  const upper = f64x2.add(a, f64x2.mul(f64x2.sub(b, a), fx));
  const lower = f64x2.add(c, f64x2.mul(f64x2.sub(d, c), fx));
  return f64x2.add(upper, f64x2.mul(f64x2.sub(lower, upper), fy));
}

/** Adds what two cells have of two sums, the first cell's first. */
@inline
function added(sums: v128, a: v128, b: v128): v128 {
  const first = f64x2.add(sums, v128.shuffle<f64>(a, b, 0, 2));
  return f64x2.add(first, v128.shuffle<f64>(a, b, 1, 3));
}

@inline
function inside(v: v128, last: f64): v128 {
  return v128.and(f64x2.ge(v, f64x2.splat(0)), f64x2.lt(v, f64x2.splat(last)));
}

/**
 * Every other cell of each row, from the first or the second on, two at a time. Each sum is a lane of
 * its own, in which the cells follow one another: another order would round otherwise. A cell that
 * is not compared adds 0.
 */
@inline
function fitOf(
  side: i32,
  x0: f64,
  y0: f64,
  zoom: f64,
  light: f64,
  sigma: f64,
  odd: i32,
): i32 {
  const margin = side >> 4;
  const last = <f64>(side - 1);
  const middle = last * 0.5;
  let xxxy = f64x2.replace_lane(f64x2.splat(0), 0, 1e-3);
  let xzxe = f64x2.splat(0);
  let yyyz = f64x2.replace_lane(f64x2.splat(0), 0, 1e-3);
  let zzze = f64x2.replace_lane(f64x2.splat(0), 0, 1e-1);
  let yeErrors = f64x2.splat(0);
  let n = 0;
  for (let y = margin; y < side - margin; y++) {
    const wy = <f64>y + y0 + zoom * (<f64>y - middle);
    if (!(wy >= 0 && wy < last)) continue;
    const top = <i32>wy;
    const fy = f64x2.splat(wy - <f64>top);
    const cy = f64x2.splat(<f64>y - middle);
    for (let x = margin + ((y + odd) & 1); x < side - margin; x += 4) {
      const xs = f64x2.replace_lane(f64x2.splat(<f64>x), 1, <f64>(x + 2));
      const cx = f64x2.sub(xs, f64x2.splat(middle));
      const shift = f64x2.add(f64x2.add(xs, f64x2.splat(x0)), f64x2.mul(f64x2.splat(zoom), cx));
      const compared = inside(shift, last);
      const here = SOFT_A + ((y * side + x) << 2);
      const error = f64x2.sub(
        f64x2.sub(sample(side, v128.bitselect(shift, xs, compared), top, fy), pair(here)),
        f64x2.splat(light),
      );
      const half = f64x2.splat(0.5);
      const gx = f64x2.mul(f64x2.sub(pair(here + 4), pair(here - 4)), half);
      const gy = f64x2.mul(f64x2.sub(pair(here + 4 * side), pair(here - 4 * side)), half);
      const gz = f64x2.add(f64x2.mul(gx, cx), f64x2.mul(gy, cy));
      const ratio = f64x2.div(error, f64x2.splat(sigma));
      const least = f64x2.add(f64x2.splat(1), f64x2.mul(ratio, ratio));
      const full = f64x2.div(f64x2.splat(1), f64x2.mul(least, least));
      const weight = v128.and(full, compared);
      const wgx = f64x2.mul(weight, gx);
      const wgy = f64x2.mul(weight, gy);
      const wgz = f64x2.mul(weight, gz);
      const against = f64x2.neg(error);
      xxxy = added(xxxy, f64x2.mul(wgx, gx), f64x2.mul(wgx, gy));
      xzxe = added(xzxe, f64x2.mul(wgx, gz), f64x2.mul(wgx, against));
      yyyz = added(yyyz, f64x2.mul(wgy, gy), f64x2.mul(wgy, gz));
      zzze = added(zzze, f64x2.mul(wgz, gz), f64x2.mul(wgz, against));
      const size = v128.and(f64x2.abs(error), compared);
      yeErrors = added(yeErrors, f64x2.mul(wgy, against), size);
      n += popcnt(i64x2.bitmask(compared));
    }
  }
  v128.store(FITS, xxxy);
  v128.store(FITS + 16, xzxe);
  v128.store(FITS + 32, yyyz);
  v128.store(FITS + 48, zzze);
  v128.store(FITS + 64, yeErrors);
  return n;
}

/** Adds two values to the sums at a place. */
@inline
function add(place: usize, values: v128): void {
  v128.store(place, f64x2.add(v128.load(place), values));
}

/** Of each of four by four blocks: seven sums, in the order of cells. */
@inline
function votesOf(side: i32, x0: f64, y0: f64, zoom: f64, light: f64): void {
  const margin = side >> 4;
  const last = <f64>(side - 1);
  const middle = last * 0.5;
  const size = side >> 2;
  memory.fill(FITS, 0, 1024);
  for (let y = margin; y < side - margin; y++) {
    const wy = <f64>y + y0 + zoom * (<f64>y - middle);
    if (!(wy >= 0 && wy < last)) continue;
    const top = <i32>wy;
    const fy = f64x2.splat(wy - <f64>top);
    const cy = f64x2.splat(<f64>y - middle);
    const dy = f64x2.splat(wy - <f64>y);
    for (let x = margin + (y & 1); x < side - margin; x += 4) {
      const xs = f64x2.replace_lane(f64x2.splat(<f64>x), 1, <f64>(x + 2));
      const cx = f64x2.sub(xs, f64x2.splat(middle));
      const shift = f64x2.add(f64x2.add(xs, f64x2.splat(x0)), f64x2.mul(f64x2.splat(zoom), cx));
      const compared = inside(shift, last);
      const wx = v128.bitselect(shift, xs, compared);
      const here = SOFT_A + ((y * side + x) << 2);
      const old = pair(here);
      const gx = f64x2.sub(pair(here + 4), pair(here - 4));
      const gy = f64x2.sub(pair(here + 4 * side), pair(here - 4 * side));
      const across = f64x2.abs(gx);
      const down = f64x2.abs(gy);
      const outward = f64x2.abs(f64x2.add(f64x2.mul(gx, cx), f64x2.mul(gy, cy)));
      const told = f64x2.add(f64x2.mul(gx, f64x2.sub(wx, xs)), f64x2.mul(gy, dy));
      const texture = f64x2.mul(f64x2.abs(told), f64x2.splat(0.5));
      const lighter = f64x2.splat(light);
      const fresh = pair(SOFT_B + ((y * side + x) << 2));
      const atRest = f64x2.abs(f64x2.sub(f64x2.sub(fresh, old), lighter));
      const moved = f64x2.abs(f64x2.sub(f64x2.sub(sample(side, wx, top, fy), old), lighter));
      const bits = i64x2.bitmask(compared);
      const row = FITS + 256 * (y / size);
      if (bits & 1) {
        const block = row + 64 * (x / size);
        add(block, v128.shuffle<f64>(across, down, 0, 2));
        add(block + 16, v128.shuffle<f64>(outward, texture, 0, 2));
        add(block + 32, v128.shuffle<f64>(atRest, moved, 0, 2));
        add(block + 48, f64x2.splat(1));
      }
      if (bits & 2) {
        const block = row + 64 * ((x + 2) / size);
        add(block, v128.shuffle<f64>(across, down, 1, 3));
        add(block + 16, v128.shuffle<f64>(outward, texture, 1, 3));
        add(block + 32, v128.shuffle<f64>(atRest, moved, 1, 3));
        add(block + 48, f64x2.splat(1));
      }
    }
  }
}

export function sumFit(x: f64, y: f64, zoom: f64, light: f64, sigma: f64, odd: i32): i32 {
  return fitOf(SIDE, x, y, zoom, light, sigma, odd);
}

export function sumFineFit(x: f64, y: f64, zoom: f64, light: f64, sigma: f64, odd: i32): i32 {
  return fitOf(FINE, x, y, zoom, light, sigma, odd);
}

export function sumVotes(x: f64, y: f64, zoom: f64, light: f64): void {
  votesOf(SIDE, x, y, zoom, light);
}

export function sumFineVotes(x: f64, y: f64, zoom: f64, light: f64): void {
  votesOf(FINE, x, y, zoom, light);
}

/** Fine cells along the rim that no shift is judged by: no shift is longer. */
const RIM: i32 = 8;

/** The differences of every other line within the rim, of A and of what B shows so far from it. */
@inline
function sumShifted(by: i32, up: v128, down: v128): u32 {
  let sums = i32x4.splat(0);
  for (let y = RIM; y < FINE - RIM; y += 2) {
    for (let x = RIM; x < FINE - RIM; x += 16) {
      const cells = y * FINE + x;
      const fresh = i8x16.sub_sat_u(i8x16.add_sat_u(v128.load(B + cells + by), up), down);
      sums = summed(sums, apart(v128.load(A + cells), fresh));
    }
  }
  return total(sums);
}

export function nearestShift(reach: i32, up: i32, down: i32, worth: f64): i32 {
  const ups = i8x16.splat(<i8>up);
  const downs = i8x16.splat(<i8>down);
  let least = <u32>(worth * <f64>sumShifted(0, ups, downs));
  let nearest = 0;
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const by = dy * FINE + dx;
      const sum = sumShifted(by, ups, downs);
      if (sum < least) {
        least = sum;
        nearest = by;
      }
    }
  }
  return nearest;
}
