import { PIXELS, real } from '../pictures/grey.ts';

const { ceil, max, min } = Math;

/** Differences are counted in quarters of a grey level, up to 32 levels either way. */
const STEPS = 4;
const REACH = 32 * STEPS;
/** A third of the cells are enough, and no step of 3 stays in one column of 32. */
const EVERY = 3;
const HALF = ceil(PIXELS / EVERY) / 2;
const counts = new Uint16Array(2 * REACH + 1);

const cells = (bin: number): number => counts[bin] as number;

/**
 * Grey levels by which the light rose from one picture to another: the median difference of their
 * cells. The mean would rise with every bright thing that comes in, and all that stands still would
 * seem to change the other way.
 */
export function lightBetween(a: Float32Array, b: Float32Array): number {
  counts.fill(0);
  for (let i = 0; i < PIXELS; i += EVERY) {
    const step = ((real(b, i) - real(a, i)) * STEPS + REACH + 0.5) | 0;
    const bin = max(0, min(2 * REACH, step));
    counts[bin] = cells(bin) + 1;
  }
  let bin = 0;
  let below = 0;
  for (; below + cells(bin) < HALF; bin++) below += cells(bin);
  // Within its bin as if the cells lay evenly in it: light that changes slowly is less than a bin a
  // frame.
  return ((HALF - below) / cells(bin) - 0.5 + bin - REACH) / STEPS;
}
