import { at, FINE, FINE_PIXELS, num } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { plainOf } from '../pictures/plain.ts';
import { commonSlope, greyOn } from './slope.ts';
import { PAGE_INK, PAGE_SAME_GROUND, PAGE_STILL } from './thresholds.ts';

const { abs } = Math;

/** The grey of the ground in each fine cell. */
type Ground = Float64Array;

/** Two frames at rest, the older one first, and the fine cells that live and are not asked. */
export interface Rested {
  readonly page: number;
  readonly now: number;
  readonly lives: Uint8Array;
}

/** What is drawn on one ground in two frames at rest. */
export class OneGround {
  /** Fine greys. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly lives: Uint8Array;
  readonly #ground: Ground;
  readonly #next: Ground;

  constructor(history: History, { page, now, lives }: Rested, ground: Ground, next: Ground) {
    this.before = history.fine(page);
    this.after = history.fine(now);
    this.lives = lives;
    this.#ground = ground;
    this.#next = next;
  }

  /** Grey levels above the ground of the older frame, also of one that came after it. */
  above(fine: Uint8Array, cell: number): number {
    return at(fine, cell) - num(this.#ground, cell);
  }

  isDrawn(cell: number): boolean {
    return abs(this.above(this.before, cell)) >= PAGE_INK;
  }

  isDrawnNext(cell: number): boolean {
    return abs(at(this.after, cell) - num(this.#next, cell)) >= PAGE_INK;
  }

  changes(cell: number): boolean {
    return abs(at(this.before, cell) - at(this.after, cell)) > PAGE_STILL;
  }

  /** The cells that are asked. */
  *[Symbol.iterator](): Generator<number> {
    for (let cell = 0; cell < FINE_PIXELS; cell++) if (at(this.lives, cell) === 0) yield cell;
  }
}

/** Undefined where they have no ground of one grey, or of a smooth slope, or not the same. */
export function oneGround(history: History, rested: Rested): OneGround | undefined {
  const { area } = history;
  const [before, after] = [history.fine(rested.page), history.fine(rested.now)];
  const lit = {
    left: 2 * area.left,
    top: 2 * area.top,
    right: 2 * area.right,
    bottom: 2 * area.bottom,
  };
  const [ground, next] = [plainOf(before, FINE, lit), plainOf(after, FINE, lit)];
  const on = (from: Ground, to: Ground): OneGround => new OneGround(history, rested, from, to);
  if (ground !== undefined && next !== undefined)
    return abs(ground - next) <= PAGE_SAME_GROUND ? on(plain(ground), plain(next)) : undefined;
  const slope = commonSlope(before, after, { area, lives: rested.lives });
  if (!slope) return undefined;
  const sloped = Float64Array.from({ length: FINE_PIXELS }, (_, cell) => greyOn(slope, cell));
  return on(sloped, sloped);
}

const plain = (grey: number): Ground => new Float64Array(FINE_PIXELS).fill(grey);
