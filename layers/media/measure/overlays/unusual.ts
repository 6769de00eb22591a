import { countUnusual } from '../kernels/fine.ts';
import { FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import {
  OVERLAY_LEAST_CELLS,
  UNREST_STIR,
  UNUSUAL_CLEARLY,
  UNUSUAL_FORGOTTEN,
  UNUSUAL_TIMES,
} from './thresholds.ts';

const { exp, round } = Math;

/** Frames whose counts are remembered. */
const CAPACITY = 512;
const MASK = CAPACITY - 1;
/** Bits behind the point of the share of a change that is kept from frame to frame. */
const KEEP_BITS = 15;

/**
 * Knows of each fine cell how much it changes from frame to frame, and how many cells did unusual
 * things in each frame.
 */
export class UnusualChange {
  readonly #history: History;
  /** In 128ths of a grey level. */
  readonly #usual = new Uint16Array(FINE_PIXELS);
  readonly #counts = new Uint16Array(CAPACITY);
  readonly #keep: number;

  /** `rest` is the time in frames after which a change is forgotten. */
  constructor(history: History, rest: number) {
    this.#history = history;
    this.#keep = round(exp(-UNUSUAL_FORGOTTEN / rest) * (1 << KEEP_BITS));
  }

  push(): void {
    const history = this.#history;
    const now = history.count - 1;
    if (now === 0) return;
    const rule = { keep: this.#keep, stir: UNREST_STIR, times: UNUSUAL_TIMES };
    const count = countUnusual(history.fine(now - 1), history.fine(now), this.#usual, rule);
    this.#counts[now & MASK] = count;
  }

  /**
   * True when more cells did something unusual in this frame than in the one before and the one
   * after.
   */
  at(frame: number): boolean {
    const count = this.#count(frame);
    return (
      count >= OVERLAY_LEAST_CELLS &&
      count >= this.#count(frame - 1) + UNUSUAL_CLEARLY &&
      count >= this.#count(frame + 1) + UNUSUAL_CLEARLY
    );
  }

  #count(frame: number): number {
    return this.#counts[frame & MASK] as number;
  }
}
