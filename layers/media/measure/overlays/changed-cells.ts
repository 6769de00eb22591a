import { at, FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { type Extremes, rangeAround } from './extremes.ts';
import {
  CELL_CALMER,
  CELL_CLEAR_STEP,
  CELL_FORGIVEN,
  CELL_LEAST_STEP,
  CELL_LIVELY,
  CELL_NOISE,
  CELL_SETTLED,
  CELL_STOPPED,
  CELL_USUAL,
  UNREST_STIR,
} from './thresholds.ts';
import { hurry } from './unrest.ts';

const { abs, floor, max, min } = Math;

const SAMPLES = 5;

/** Marks fine cells that came to show something else, and remembers by how much. */
export class ChangedCells {
  /** 1 where a cell counts; the groups are taken out of it. */
  readonly mask = new Uint8Array(FINE_PIXELS);
  /** The same of a sudden look where nothing is forgiven. */
  readonly strict = new Uint8Array(FINE_PIXELS);
  /** Step, and range afterwards, of the cells that count, in grey levels. */
  readonly step = new Int16Array(FINE_PIXELS);
  readonly range = new Uint8Array(FINE_PIXELS);
  readonly #calm = new Uint8Array(FINE_PIXELS);

  /** Cells whose greys before and after do not overlap; says how many. */
  stepped(old: Extremes, fresh: Extremes): number {
    const { mask } = this;
    const { low: oldLow, high: oldHigh } = old;
    const { low: freshLow, high: freshHigh } = fresh;
    let count = 0;
    for (let i = 0; i < FINE_PIXELS; i++) {
      const low0 = at(oldLow, i);
      const high0 = at(oldHigh, i);
      const low1 = at(freshLow, i);
      const high1 = at(freshHigh, i);
      const apart = low1 > high0 ? low1 - high0 : low0 - high1;
      // Nearly all cells end here.
      if (apart < CELL_LEAST_STEP || apart < CELL_FORGIVEN * (high0 - low0) + high1 - low1) {
        mask[i] = 0;
        continue;
      }
      mask[i] = 1;
      this.step[i] = (low1 + high1 - low0 - high0) / 2;
      this.range[i] = high1 - low1;
      count++;
    }
    return count;
  }

  /** Cells that rest while those around them do not; says how many. */
  calmed(old: Extremes, fresh: Extremes): number {
    rangeAround(fresh, this.#calm);
    let count = 0;
    for (let i = 0; i < FINE_PIXELS; i++) {
      const range = at(fresh.high, i) - at(fresh.low, i);
      const step = (at(fresh.low, i) + at(fresh.high, i) - at(old.low, i) - at(old.high, i)) / 2;
      const most = min(max(CELL_NOISE, CELL_CALMER * at(this.#calm, i)), CELL_USUAL * abs(step));
      const counts = abs(step) >= CELL_CLEAR_STEP && range <= most;
      this.mask[i] = counts ? 1 : 0;
      if (!counts) continue;
      this.step[i] = step;
      this.range[i] = range;
      count++;
    }
    return count;
  }

  /**
   * Cells that jumped between two frames and then rest, or go on as before at another level; says
   * how many, how many of them strictly, and how many others changed.
   */
  jumped(
    history: History,
    { before, after, now }: { before: number; after: number; now: number },
  ): { count: number; sure: number; others: number } {
    const rest = now - after + 1;
    const hop = max(1, floor(rest / SAMPLES));
    const a = history.fine(before);
    const b = history.fine(after);
    const earlier: Uint8Array[] = [];
    const later: Uint8Array[] = [];
    for (let k = 0; k < rest; k += hop) {
      earlier.push(history.fine(before - k));
      later.push(history.fine(after + k));
    }
    const looks = earlier.length;
    const upTo = (last: number): Uint8Array[] =>
      Array.from({ length: rest }, (_, k) => history.fine(last - k));
    const [old, fresh] = [upTo(before), upTo(now)];
    const { mask, strict: strictly } = this;
    mask.fill(0);
    strictly.fill(0);
    let count = 0;
    let sure = 0;
    let others = 0;
    for (let i = 0; i < FINE_PIXELS; i++) {
      const change = at(b, i) - at(a, i);
      const size = abs(change);
      if (size < CELL_LEAST_STEP) continue;
      let low0 = 255;
      let high0 = 0;
      let low1 = 255;
      let high1 = 0;
      for (let k = 0; k < looks; k++) {
        const v0 = at(earlier[k] as Uint8Array, i);
        const v1 = at(later[k] as Uint8Array, i);
        if (v0 < low0) low0 = v0;
        if (v0 > high0) high0 = v0;
        if (v1 < low1) low1 = v1;
        if (v1 > high1) high1 = v1;
        // What is not apart never comes apart again, and so small a change has nothing else to say.
        if (size < CELL_CLEAR_STEP && low1 <= high0 && low0 <= high1) break;
      }
      const range = high1 - low1;
      const lively = high0 - low0;
      const apart = low1 > high0 ? low1 - high0 : low0 > high1 ? low0 - high1 : 0;
      let strict = apart >= max(CELL_LEAST_STEP, lively + range);
      let counts = strict || apart >= max(CELL_LEAST_STEP, CELL_FORGIVEN * lively + range);
      if (!strict && size >= CELL_CLEAR_STEP) {
        // Whatever went on there before: it jumps once and then rests.
        const usual = hurry(old, i, max(CELL_USUAL * size, UNREST_STIR));
        const unusual = usual <= CELL_USUAL * size;
        strict = unusual && range <= max(CELL_NOISE, CELL_LIVELY * size);
        counts ||=
          strict ||
          (unusual &&
            hurry(fresh, i, CELL_USUAL * size) <= CELL_USUAL * size &&
            abs((low1 + high1) / 2 - at(b, i)) <= CELL_SETTLED * size) ||
          (usual > UNREST_STIR && range <= max(2, CELL_STOPPED * lively));
      }
      if (counts) {
        mask[i] = 1;
        this.step[i] = change;
        this.range[i] = range;
        count++;
        if (strict) {
          strictly[i] = 1;
          sure++;
        }
      } else if (size > UNREST_STIR) others++;
    }
    return { count, sure, others };
  }
}
