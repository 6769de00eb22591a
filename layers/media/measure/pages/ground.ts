import { at, FINE, FINE_PIXELS, num } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { fineArea } from '../pictures/lit-area.ts';
import { plainOf } from '../pictures/plain.ts';
import { withLivingPictures } from './living-picture.ts';
import { commonSlope, greyOn } from './slope.ts';
import { PAGE_INK, PAGE_SAME_GROUND, PAGE_STILL } from './thresholds.ts';

const { abs, round } = Math;

/** The grey of the ground in each fine cell. */
type Ground = Float64Array;

/** Two frames at rest, the older one first, and the fine cells that live and are not asked. */
export interface Rested {
  readonly page: number;
  readonly now: number;
  readonly lives: Uint8Array;
}

/** Fine greys of two frames at rest, the older ones first, and the cells that are not asked. */
interface Shown {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly lives: Uint8Array;
}

/** What is drawn in two frames at rest on one ground, or on two that were moved to one grey. */
export class OneGround {
  /** Fine greys. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly lives: Uint8Array;
  readonly #ground: Ground;
  readonly #next: Ground;

  constructor({ before, after, lives }: Shown, ground: Ground, next: Ground) {
    this.before = before;
    this.after = after;
    this.lives = lives;
    this.#ground = ground;
    this.#next = next;
  }

  /** The same, but for whole pictures that live on both. */
  get besideLiving(): OneGround {
    const { before, after } = this;
    const isDrawn = (cell: number): boolean => this.isDrawn(cell) && this.isDrawnNext(cell);
    const lives = withLivingPictures(this.lives, isDrawn);
    return new OneGround({ before, after, lives }, this.#ground, this.#next);
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
  const { shown, ground, next } = groundsOf(history, rested);
  const on = (from: Ground, to: Ground): OneGround => new OneGround(shown, from, to);
  if (ground !== undefined && next !== undefined)
    return abs(ground - next) <= PAGE_SAME_GROUND ? on(plain(ground), plain(next)) : undefined;
  const slope = commonSlope(shown.before, shown.after, { area, lives: rested.lives });
  if (!slope) return undefined;
  const sloped = Float64Array.from({ length: FINE_PIXELS }, (_, cell) => greyOn(slope, cell));
  return on(sloped, sloped);
}

/** Greys to which both grounds are moved where they are not one: what is drawn counts half there. */
const COMMON = 128;

/**
 * What is drawn on two plain grounds, each of a grey of its own, as if they were one; undefined where
 * one is not plain, or both have one grey.
 */
export function twoGrounds(history: History, rested: Rested): OneGround | undefined {
  const { shown, ground, next } = groundsOf(history, rested);
  if (ground === undefined || next === undefined) return undefined;
  if (abs(ground - next) <= PAGE_SAME_GROUND) return undefined;
  const moved = (fine: Uint8Array, from: number) =>
    fine.map((grey) => round(COMMON + (grey - from) / 2));
  const [before, after] = [moved(shown.before, ground), moved(shown.after, next)];
  return new OneGround({ before, after, lives: shown.lives }, plain(COMMON), plain(COMMON));
}

/** Two frames, and the grey of the ground of each where most of it has one. */
function groundsOf(history: History, { page, now, lives }: Rested) {
  const lit = fineArea(history.area);
  const [before, after] = [history.fine(page), history.fine(now)];
  const shown: Shown = { before, after, lives };
  return { shown, ground: plainOf(before, FINE, lit), next: plainOf(after, FINE, lit) };
}

const plain = (grey: number): Ground => new Float64Array(FINE_PIXELS).fill(grey);
