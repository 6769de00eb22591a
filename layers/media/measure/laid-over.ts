import { at } from './grey.ts';
import type { Onset } from './onsets.ts';

const { abs, max, min, round } = Math;

/** Share of the cells that must step in the same moment: a thing that moves reaches them one by one. */
const TOGETHER = 0.75;
const TOGETHER_SLOWLY = 0.85;
/** Part of the way that is gone in one frame when a thing is there at once, and at most when it fades in. */
const AT_ONCE = 0.85;
const GENTLY = 0.4;
/** How far beside one common way the cells may be, when it comes at once and when it fades in. */
const BESIDE_AT_ONCE = 0.25;
const BESIDE = 0.22;
/** Detail after over detail before; what fades in must show more, for soft light comes slowly too. */
const KEPT_DETAIL = 0.87;
const NEW_DETAIL = 1.25;
/** Step in grey levels and cells of a thing that fades in. */
const FADED_STEP = 25;
const FADED_CELLS = 30;

/** What came so clearly as one needs no finer drawing of its own, if it is seen to give back what it covered. */
const CLEAR_LEAP = 0.95;
const CLEAR = 0.08;
const CLEAR_SLOWLY = 0.11;
const CLEAR_STEP = 60;
const FILLED = 0.6;

/** How cells came: like nothing laid over, like a covering that must give back what it covers, or surely. */
export type Coming = 'no' | 'covering' | 'sure';

/** Tells what cells that came like something laid over the picture from a thing that stops there. */
export function comesAsOne(
  { together, leap, beside }: Onset,
  seen: { cells: number; filled: number; step: number; detail: number },
  gap: number,
): Coming {
  if (together < (gap > 2 ? TOGETHER_SLOWLY : TOGETHER)) return 'no';
  if (leap >= AT_ONCE) {
    if (beside <= BESIDE_AT_ONCE && seen.detail >= KEPT_DETAIL) return 'sure';
    return leap >= CLEAR_LEAP && beside <= CLEAR ? 'covering' : 'no';
  }
  if (leap > GENTLY || seen.cells < FADED_CELLS) return 'no';
  if (beside <= BESIDE && seen.detail >= NEW_DETAIL && seen.step >= FADED_STEP) return 'sure';
  return beside <= CLEAR_SLOWLY && seen.filled >= FILLED && seen.step >= CLEAR_STEP
    ? 'covering'
    : 'no';
}

/** How much it is like the ideal: one common way, then rest, and finer than what it covers. */
export function sureness(onset: Onset, stir: number, detail: number): number {
  const finer = min(1, 0.7 + 0.3 * max(0, detail - 0.9));
  return round(onset.together * (1 - onset.beside) * (1 - stir) * finer * 100) / 100;
}

/** The greys of some cells without what is laid over them, and with it. */
export interface Look {
  cells: Int16Array;
  without: Uint8Array;
  withIt: Uint8Array;
  /** Edges that went with it, over edges that came: a digit that counts on takes as much drawing as it brings. */
  swapped: number;
  /** It is only one if it gives back what it covers. */
  covering: boolean;
  /** The cells around it, and what they showed when it came. */
  around: Int16Array;
  aroundIt: Uint8Array;
}

/** True when the cells of a picture are nearer to what they were with it than without. */
export function shows({ cells, without, withIt }: Look, picture: Uint8Array): boolean {
  let along = 0;
  let whole = 0;
  let beside = 0;
  let apart = 0;
  for (let k = 0; k < cells.length; k++) {
    const u = at(withIt, k) - at(without, k);
    const d = at(picture, cells[k] as number) - at(without, k);
    along += d * u;
    whole += u * u;
    beside += abs(d - u);
    apart += abs(u);
  }
  return along / whole > 0.5 && beside / apart < 0.75;
}

/** Part of the way that cells may be from where they were before it. */
const GIVEN_BACK = 0.3;

/** True when the cells of a picture are again what they were without it. */
export function givenBack({ cells, without, withIt }: Look, picture: Uint8Array): boolean {
  let left = 0;
  let apart = 0;
  for (let k = 0; k < cells.length; k++) {
    left += abs(at(picture, cells[k] as number) - at(without, k));
    apart += abs(at(withIt, k) - at(without, k));
  }
  return left <= GIVEN_BACK * apart;
}

/** Grey levels by which cells that rest may be off. */
const STEADY = 5;

/** True when the cells of a picture are on average what they were. */
export function stays(cells: Int16Array, before: Uint8Array, picture: Uint8Array): boolean {
  let change = 0;
  for (let k = 0; k < cells.length; k++) {
    change += abs(at(picture, cells[k] as number) - at(before, k));
  }
  return change <= STEADY * cells.length;
}
