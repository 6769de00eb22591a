import { A, B, columnsIn, SIDE, total } from './memory';

/** The difference of eight cells, twice, to the means of those on a strip and those next to them. */
@inline
function twiceUnlike(strip: usize, picture: usize, next: i32): v128 {
  const here = i16x8.add(v128.load8x8_u(strip), v128.load8x8_u(strip + next));
  return i16x8.abs(i16x8.sub(i16x8.shl(v128.load8x8_u(picture), 1), here));
}

export function sumUnlike(halves: i32): u32 {
  const column = halves >> 1;
  const next = halves & 1;
  let sums = i32x4.splat(0);
  for (let u = 0; u < SIDE; u += 8) {
    // The cells at the seam show some of both.
    const seam = SIDE - 1 - column - u;
    const told = v128.not(i16x8.extend_low_i8x16_s(columnsIn(seam, seam + 2)));
    for (let v = 0; v < SIDE; v++) {
      const twice = twiceUnlike(A + 2 * v * SIDE + column + u, B + v * SIDE + u, next);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(v128.and(twice, told)));
    }
  }
  return total(sums);
}
