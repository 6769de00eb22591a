// Where callers put what is worked on, and sums of bytes, sixteen at a time.

/** Fine cells of a picture, a byte each, and cells in a line of it and of a coarse one. */
export const CELLS: i32 = 4096;
export const FINE: i32 = 64;
export const SIDE: i32 = 32;

export const A: usize = memory.data(4096, 16);
export const B: usize = memory.data(4096, 16);
export const C: usize = memory.data(4096, 16);
export const LOW: usize = memory.data(4096, 16);
export const HIGH: usize = memory.data(4096, 16);
export const LATER_LOW: usize = memory.data(4096, 16);
export const LATER_HIGH: usize = memory.data(4096, 16);
export const USUAL: usize = memory.data(8192, 16);
export const LIST: usize = memory.data(8192, 16);
/** How many cells of a list belong to each of the groups that follow one another in it. */
export const SIZES: usize = memory.data(8192, 16);
/** Sums of columns and rows of coarse pictures, 64 of 16 bits for each of two, and nine of all. */
export const LINES: usize = memory.data(256, 16);
export const SUMS: usize = memory.data(48, 16);
/** Ones where a coarse cell is among those that are read first. */
export const SOME: usize = memory.data(1024, 16);
/** Two pictures of 32-bit fractions, coarse or fine ones. */
export const SOFT_A: usize = memory.data(16384, 16);
export const SOFT_B: usize = memory.data(16384, 16);
/** Sums of fractions of 64 bits: ten of a fit, or eight of each of sixteen blocks. */
export const FITS: usize = memory.data(1024, 16);

@inline
export function apart(a: v128, b: v128): v128 {
  return v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
}

@inline
export function total(sums: v128): u32 {
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

/** Adds sixteen bytes to four sums. */
@inline
export function summed(sums: v128, bytes: v128): v128 {
  const pairs = i16x8.extadd_pairwise_i8x16_u(bytes);
  return i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(pairs));
}

const PLACES = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

/** Ones at those of sixteen columns that lie from `left` to before `right`. */
@inline
export function columnsIn(left: i32, right: i32): v128 {
  const begun = i8x16.ge_s(PLACES, i8x16.splat(<i8>left));
  return v128.and(begun, i8x16.lt_s(PLACES, i8x16.splat(<i8>right)));
}
