import { at, FINE, FINE_PIXELS, num } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { Area } from '../pictures/lit-area.ts';
import { commonSlope, greyOn } from './slope.ts';
import { PAGE_GROUND, PAGE_INK, PAGE_SAME_GROUND, PAGE_STILL } from './thresholds.ts';

const { abs } = Math;

/** Grey levels that count as one when the ground is looked for. */
const BIN = 4;
const bins = new Uint16Array(256 / BIN);
const sums = new Float64Array(256 / BIN);

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
  const [ground, next] = [plainOf(before, area), plainOf(after, area)];
  const on = (from: Ground, to: Ground): OneGround => new OneGround(history, rested, from, to);
  if (ground !== undefined && next !== undefined)
    return abs(ground - next) <= PAGE_SAME_GROUND ? on(plain(ground), plain(next)) : undefined;
  const slope = commonSlope(before, after, { area, lives: rested.lives });
  if (!slope) return undefined;
  const sloped = Float64Array.from({ length: FINE_PIXELS }, (_, cell) => greyOn(slope, cell));
  return on(sloped, sloped);
}

const plain = (grey: number): Ground => new Float64Array(FINE_PIXELS).fill(grey);

/**
 * The mean grey of most cells between bars beside the film; undefined where few have the same. The
 * middle of a bin would not do: two levels off, all of the ground is drawn as much as a line is.
 */
function plainOf(fine: Uint8Array, area: Area): number | undefined {
  const [left, right] = [2 * area.left, 2 * area.right];
  bins.fill(0);
  sums.fill(0);
  for (let y = 2 * area.top; y < 2 * area.bottom; y++) {
    for (let i = y * FINE + left; i < y * FINE + right; i++) {
      const grey = at(fine, i);
      (bins[(grey / BIN) | 0] as number)++;
      (sums[(grey / BIN) | 0] as number) += grey;
    }
  }
  let most = 0;
  for (let bin = 1; bin < bins.length; bin++) {
    if ((bins[bin] as number) > (bins[most] as number)) most = bin;
  }
  // A ground that lies on the border of two bins fills both.
  const beside = (bins[most - 1] ?? 0) > (bins[most + 1] ?? 0) ? most - 1 : most + 1;
  const found = (bins[most] as number) + (bins[beside] ?? 0);
  const cells = (right - left) * 2 * (area.bottom - area.top);
  if (found < PAGE_GROUND * cells) return undefined;
  return ((sums[most] as number) + (sums[beside] ?? 0)) / found;
}
