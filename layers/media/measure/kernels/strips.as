import { A, B, columnsIn, SIDE, total } from './memory';

/** The difference of eight cells, twice, to the means of those on a strip and those next to them. */
@inline
function twiceUnlike(strip: usize, picture: usize, next: i32): v128 {
  const here = i16x8.add(v128.load8x8_u(strip), v128.load8x8_u(strip + next));
  return i16x8.abs(i16x8.sub(i16x8.shl(v128.load8x8_u(picture), 1), here));
}

/** A picture that rests, 1, stays where it is when the other one has come over or gone off it. */
export function sumUnlike(halves: i32, oldRests: i32, newRests: i32): u32 {
  const column = halves >> 1;
  const next = halves & 1;
  const old = oldRests ? 0 : column;
  const oldNext = oldRests ? 0 : next;
  const fresh = newRests ? SIDE : column;
  const freshNext = newRests ? 0 : next;
  let sums = i32x4.splat(0);
  for (let u = 0; u < SIDE; u += 8) {
    // The cells at the seam show some of both.
    const seam = SIDE - 1 - column - u;
    const isOld = i16x8.extend_low_i8x16_s(columnsIn(0, seam));
    const isFresh = i16x8.extend_low_i8x16_s(columnsIn(seam + 2, 8));
    for (let v = 0; v < SIDE; v++) {
      const line = A + 2 * v * SIDE + u;
      const picture = B + v * SIDE + u;
      const byOld = v128.and(twiceUnlike(line + old, picture, oldNext), isOld);
      const byFresh = v128.and(twiceUnlike(line + fresh, picture, freshNext), isFresh);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(v128.or(byOld, byFresh)));
    }
  }
  return total(sums);
}
