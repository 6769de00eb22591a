import { at, FINE_PIXELS, real } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { LEAST_CELLS, STIR } from './unrest.ts';

const { abs, exp, max } = Math;

/** Frames whose counts are remembered. */
const CAPACITY = 512;
const MASK = CAPACITY - 1;
/** A change this many times what a cell did lately is unusual for it. */
const TIMES = 2;
/** How far one usual change has sunk after the time of a rest. */
const FORGOTTEN = 2.5;
/** Cells by which a frame must stand out of those beside it. */
const CLEARLY = 12;

/** Knows of each fine cell how much it changes from frame to frame, and how many cells did unusual things in each frame. */
export class UnusualChange {
  readonly #history: History;
  readonly #usual = new Float32Array(FINE_PIXELS);
  readonly #counts = new Uint16Array(CAPACITY);
  readonly #keep: number;

  /** `rest` is the time in frames after which a change is forgotten. */
  constructor(history: History, rest: number) {
    this.#history = history;
    this.#keep = exp(-FORGOTTEN / rest);
  }

  push(): void {
    const history = this.#history;
    const now = history.count - 1;
    if (now === 0) return;
    const a = history.fine(now - 1);
    const b = history.fine(now);
    const usual = this.#usual;
    const keep = this.#keep;
    let count = 0;
    for (let i = 0; i < FINE_PIXELS; i++) {
      const change = abs(at(b, i) - at(a, i));
      const sunk = real(usual, i) * keep;
      if (change > STIR && change > TIMES * sunk) count++;
      usual[i] = max(change, sunk);
    }
    this.#counts[now & MASK] = count;
  }

  /** True when more cells did something unusual in this frame than in the one before and the one after. */
  at(frame: number): boolean {
    const count = this.#count(frame);
    return (
      count >= LEAST_CELLS &&
      count >= this.#count(frame - 1) + CLEARLY &&
      count >= this.#count(frame + 1) + CLEARLY
    );
  }

  #count(frame: number): number {
    return this.#counts[frame & MASK] as number;
  }
}
