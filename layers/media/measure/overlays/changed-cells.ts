import {
  EARLIER,
  greatestChanges,
  jumpedCells,
  LATER,
  movedCells,
  rangesAround,
  steppedCells,
} from '../kernels/fine.ts';
import { at, FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { Marks } from './marks.ts';
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
  OVERLAY_STRONG,
  UNREST_STIR,
} from './thresholds.ts';

const { abs, floor, max, min } = Math;

const SAMPLES = 5;
const JUMPED = { step: CELL_LEAST_STEP, clear: CELL_CLEAR_STEP, stir: UNREST_STIR };

/** Marks fine cells that came to show something else, and remembers by how much. */
export class ChangedCells {
  /** 1 where a cell counts. */
  readonly mask = new Uint8Array(FINE_PIXELS);
  /** The same of a sudden look where nothing is forgiven. */
  readonly strict = new Uint8Array(FINE_PIXELS);
  /** Step, and range afterwards, of the cells that count, in grey levels. */
  readonly #step = new Int16Array(FINE_PIXELS);
  readonly #range = new Uint8Array(FINE_PIXELS);
  readonly #calm = new Uint8Array(FINE_PIXELS);
  /** The greatest change of each cell from one frame to the next, before and after a jump. */
  readonly #hurryBefore = new Uint8Array(FINE_PIXELS);
  readonly #hurryAfter = new Uint8Array(FINE_PIXELS);

  /** Cells whose earlier and later greys do not overlap; says how many. */
  stepped(): number {
    const { mask } = this;
    mask.fill(0);
    let count = 0;
    for (const i of steppedCells(CELL_LEAST_STEP)) {
      const low0 = at(EARLIER.low, i);
      const high0 = at(EARLIER.high, i);
      const low1 = at(LATER.low, i);
      const high1 = at(LATER.high, i);
      const apart = low1 > high0 ? low1 - high0 : low0 - high1;
      if (apart < CELL_FORGIVEN * (high0 - low0) + high1 - low1) continue;
      mask[i] = 1;
      this.#step[i] = (low1 + high1 - low0 - high0) / 2;
      this.#range[i] = high1 - low1;
      count++;
    }
    return count;
  }

  /** Cells that rest later while those around them do not; says how many. */
  calmed(): number {
    rangesAround(this.#calm);
    this.mask.fill(0);
    let count = 0;
    for (const i of movedCells(CELL_CLEAR_STEP)) {
      const before = at(EARLIER.low, i) + at(EARLIER.high, i);
      const step = (at(LATER.low, i) + at(LATER.high, i) - before) / 2;
      const size = abs(step);
      const range = at(LATER.high, i) - at(LATER.low, i);
      if (range > min(max(CELL_NOISE, CELL_CALMER * at(this.#calm, i)), CELL_USUAL * size))
        continue;
      this.mask[i] = 1;
      this.#step[i] = step;
      this.#range[i] = range;
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
    const upTo = (last: number): Uint8Array[] =>
      Array.from({ length: rest }, (_, k) => history.fine(last - k));
    greatestChanges(upTo(before), this.#hurryBefore);
    greatestChanges(upTo(now), this.#hurryAfter);
    const { mask, strict: strictly } = this;
    mask.fill(0);
    strictly.fill(0);
    EARLIER.takeRangeOf(earlier);
    LATER.takeRangeOf(later);
    const asked = jumpedCells(a, b, JUMPED);
    let count = 0;
    let sure = 0;
    let others = asked.stirred;
    for (const i of asked.cells) {
      const change = at(b, i) - at(a, i);
      const size = abs(change);
      const low0 = at(EARLIER.low, i);
      const high0 = at(EARLIER.high, i);
      const low1 = at(LATER.low, i);
      const high1 = at(LATER.high, i);
      const range = high1 - low1;
      const lively = high0 - low0;
      const apart = low1 > high0 ? low1 - high0 : low0 > high1 ? low0 - high1 : 0;
      let strict = apart >= max(CELL_LEAST_STEP, lively + range);
      let counts = strict || apart >= max(CELL_LEAST_STEP, CELL_FORGIVEN * lively + range);
      if (!strict && size >= CELL_CLEAR_STEP) {
        // Whatever went on there before: it jumps once and then rests.
        const usual = at(this.#hurryBefore, i);
        const unusual = usual <= CELL_USUAL * size;
        strict = unusual && range <= max(CELL_NOISE, CELL_LIVELY * size);
        counts ||=
          strict ||
          (unusual &&
            at(this.#hurryAfter, i) <= CELL_USUAL * size &&
            abs((low1 + high1) / 2 - at(b, i)) <= CELL_SETTLED * size) ||
          (usual > UNREST_STIR && range <= max(2, CELL_STOPPED * lively));
      }
      if (counts) {
        mask[i] = 1;
        this.#step[i] = change;
        this.#range[i] = range;
        count++;
        if (strict) {
          strictly[i] = 1;
          sure++;
        }
      } else if (size > UNREST_STIR) others++;
    }
    return { count, sure, others };
  }
  /** Cells that count, as marks; undefined where they stepped by little. */
  marksIn(cells: Int16Array): Marks | undefined {
    let step = 0;
    let range = 0;
    for (const cell of cells) {
      step += abs(this.#step[cell] as number) / cells.length;
      range += at(this.#range, cell) / cells.length;
    }
    return step < OVERLAY_STRONG ? undefined : { marks: cells, step, range };
  }
}
