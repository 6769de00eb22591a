import { at, FINE_PIXELS, larger, lesser } from '../pictures/grey.ts';
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
  /** Cells that are asked further, with their extremes before and afterwards. */
  readonly #cells = new Int16Array(FINE_PIXELS);
  readonly #low0 = new Uint8Array(FINE_PIXELS);
  readonly #high0 = new Uint8Array(FINE_PIXELS);
  readonly #low1 = new Uint8Array(FINE_PIXELS);
  readonly #high1 = new Uint8Array(FINE_PIXELS);

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
    let left = 0;
    for (let i = 0; i < FINE_PIXELS; i++) {
      if (abs(at(b, i) - at(a, i)) >= CELL_LEAST_STEP) left = this.#ask(left, i, 255, 0, 255, 0);
    }
    for (let k = 0; k < looks; k++) {
      const asked = left;
      left = 0;
      const before = earlier[k] as Uint8Array;
      const after = later[k] as Uint8Array;
      for (let place = 0; place < asked; place++) {
        const i = this.#cells[place] as number;
        const v0 = at(before, i);
        const v1 = at(after, i);
        const low0 = lesser(v0, at(this.#low0, place));
        const high0 = larger(v0, at(this.#high0, place));
        const low1 = lesser(v1, at(this.#low1, place));
        const high1 = larger(v1, at(this.#high1, place));
        // What is not apart never comes apart again, and so small a change has nothing else to say.
        const size = abs(at(b, i) - at(a, i));
        if (size < CELL_CLEAR_STEP && low1 <= high0 && low0 <= high1) {
          if (size > UNREST_STIR) others++;
        } else left = this.#ask(left, i, low0, high0, low1, high1);
      }
    }
    for (let place = 0; place < left; place++) {
      const i = this.#cells[place] as number;
      const change = at(b, i) - at(a, i);
      const size = abs(change);
      const low0 = at(this.#low0, place);
      const high0 = at(this.#high0, place);
      const low1 = at(this.#low1, place);
      const high1 = at(this.#high1, place);
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

  /** Keeps a cell at a place of the list; says the next place. */
  #ask(
    place: number,
    cell: number,
    low0: number,
    high0: number,
    low1: number,
    high1: number,
  ): number {
    this.#cells[place] = cell;
    this.#low0[place] = low0;
    this.#high0[place] = high0;
    this.#low1[place] = low1;
    this.#high1[place] = high1;
    return place + 1;
  }
}
