import { at, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { DETAIL_IN_PART, DETAIL_LOPSIDED } from './thresholds.ts';

const { abs, max, min } = Math;

const QUARTERS = 4;

/** Energy of the detail in each quarter of a picture: the sums of the squared steps to neighbours. */
function energies(grey: Uint8Array): number[] {
  const sums = Array<number>(QUARTERS).fill(0);
  for (let y = 0; y < SIDE - 1; y++) {
    for (let x = 0; x < SIDE - 1; x++) {
      const i = y * SIDE + x;
      const across = at(grey, i + 1) - at(grey, i);
      const down = at(grey, i + SIDE) - at(grey, i);
      const quarter = (y < SIDE / 2 ? 0 : 2) + (x < SIDE / 2 ? 0 : 1);
      sums[quarter] = (sums[quarter] as number) + across * across + down * down;
    }
  }
  return sums;
}

/**
 * How far the detail of each quarter of the picture is from that of a dissolve between two frames,
 * as a share of what a dissolve takes of it. A dissolve fades all over the picture at once; a busy
 * thing that comes into a plain view, or leaves it, fades where it is.
 */
export function besideInQuarters(history: History, start: number, end: number): number {
  const near = (frame: number, beside: number): number[] => {
    const other = energies(history.grey(beside));
    return energies(history.grey(frame)).map((sum, i) => (sum + (other[i] as number)) / 2);
  };
  const from = near(start, max(history.first, start - 1));
  const to = near(end, min(history.count - 1, end + 1));
  let taken = 0;
  let off = 0;
  for (let frame = start + 1; frame < end; frame++) {
    const share = (frame - start) / (end - start);
    energies(history.grey(frame)).forEach((energy, i) => {
      const [a, b] = [from[i] as number, to[i] as number];
      const mixed = (1 - share) ** 2 * a + share ** 2 * b;
      taken += (1 - share) * a + share * b - mixed;
      off += abs(energy - mixed);
    });
  }
  return taken > 0 ? off / taken : 1;
}

/** Whether one picture has more detail than the other, and that came or went in a part of the view. */
export function fadesInPart(history: History, start: number, end: number): boolean {
  const [a, b] = [history.energy(start), history.energy(end)];
  return (
    min(a, b) < DETAIL_LOPSIDED * max(a, b) &&
    besideInQuarters(history, start, end) > DETAIL_IN_PART
  );
}
