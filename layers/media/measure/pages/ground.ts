import { at, FINE, FINE_PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { Area } from '../pictures/lit-area.ts';
import { PAGE_GROUND, PAGE_INK, PAGE_SAME_GROUND, PAGE_STILL } from './thresholds.ts';

const { abs, max } = Math;

/** Grey levels that count as one when the ground is looked for. */
const BIN = 4;
const bins = new Uint16Array(256 / BIN);

/** Two frames at rest, the older one first, and the fine cells that live and are not asked. */
export interface Rested {
  readonly page: number;
  readonly now: number;
  readonly lives: Uint8Array;
}

/** What is drawn on one plain ground in two frames at rest. */
export class OneGround {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly lives: Uint8Array;
  readonly ground: number;
  readonly #next: number;

  constructor(history: History, { page, now, lives }: Rested, ground: number, next: number) {
    this.before = history.fine(page);
    this.after = history.fine(now);
    this.lives = lives;
    this.ground = ground;
    this.#next = next;
  }

  isDrawn(cell: number): boolean {
    return abs(at(this.before, cell) - this.ground) >= PAGE_INK;
  }

  isDrawnNext(cell: number): boolean {
    return abs(at(this.after, cell) - this.#next) >= PAGE_INK;
  }

  changes(cell: number): boolean {
    return abs(at(this.before, cell) - at(this.after, cell)) > PAGE_STILL;
  }

  /** The cells that are asked. */
  *[Symbol.iterator](): Generator<number> {
    for (let cell = 0; cell < FINE_PIXELS; cell++) if (at(this.lives, cell) === 0) yield cell;
  }
}

/** Undefined where one of them has no plain ground, or another one. */
export function oneGround(history: History, rested: Rested): OneGround | undefined {
  const ground = groundOf(history.fine(rested.page), history.area);
  if (ground === undefined) return undefined;
  const next = groundOf(history.fine(rested.now), history.area);
  return next !== undefined && abs(ground - next) <= PAGE_SAME_GROUND
    ? new OneGround(history, rested, ground, next)
    : undefined;
}

/** The grey of most cells between bars beside the film; undefined where few have the same. */
function groundOf(fine: Uint8Array, area: Area): number | undefined {
  const [left, right] = [2 * area.left, 2 * area.right];
  bins.fill(0);
  for (let y = 2 * area.top; y < 2 * area.bottom; y++) {
    for (let i = y * FINE + left; i < y * FINE + right; i++)
      (bins[(at(fine, i) / BIN) | 0] as number)++;
  }
  let most = 0;
  for (let bin = 1; bin < bins.length; bin++) {
    if ((bins[bin] as number) > (bins[most] as number)) most = bin;
  }
  // A ground that lies on the border of two bins fills both.
  const beside = max(bins[most - 1] ?? 0, bins[most + 1] ?? 0);
  const cells = (right - left) * 2 * (area.bottom - area.top);
  if ((bins[most] as number) + beside < PAGE_GROUND * cells) return undefined;
  return most * BIN + BIN / 2;
}
