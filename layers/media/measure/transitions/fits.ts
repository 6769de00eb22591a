import type { History } from '../pictures/history.ts';
import type { Story } from './edges-of.ts';
import { isNoSweep, mixture, type Sweep, sweep, type WipeDirection } from './mixtures.ts';
import { GRADUAL_BESIDE, GRADUAL_CLEAR, GRADUAL_OFF } from './thresholds.ts';

const { abs, round } = Math;

export interface Fit extends Story {
  /** 0 on the way exactly, 1 as far from it as the pictures are from each other. */
  readonly beside: number;
}

/** The middle says most, so it is asked first. */
const QUARTERS = [2, 1, 3];

/**
 * How frames lie on the way between the two at their ends: as mixtures of both, or as parts of both
 * side by side, whichever they fit better at half time, a quarter and three quarters.
 */
export function fitOf(history: History, start: number, end: number): Fit | undefined {
  const [a, b] = [history.grey(start), history.grey(end)];
  const sweepOf = (f: Uint8Array): Sweep | undefined =>
    isNoSweep(a, b, f, GRADUAL_BESIDE) ? undefined : sweep(a, b, f, history.area);
  let mixed = 0;
  let split = 0;
  let direction: WipeDirection | undefined;
  let blend = true;
  let swept = true;
  for (const quarter of QUARTERS) {
    const picture = history.grey(start + round((quarter * (end - start)) / 4));
    const expected = quarter / 4;
    // What lies further off than that is no mixture, and how far is not asked.
    const mix = mixture(a, b, picture, (share) =>
      abs(share - expected) > GRADUAL_OFF ? GRADUAL_CLEAR : GRADUAL_BESIDE,
    );
    mixed += mix.beside / 3;
    if (abs(mix.share - expected) > GRADUAL_OFF || mix.beside > GRADUAL_BESIDE) blend = false;
    if (swept) {
      const found = mix.beside < GRADUAL_CLEAR ? undefined : sweepOf(picture);
      swept =
        found !== undefined &&
        found.beside <= GRADUAL_BESIDE &&
        abs(found.share - expected) <= GRADUAL_OFF &&
        (direction === undefined || direction === found.direction);
      direction = found?.direction;
      split += (found?.beside ?? 1) / 3;
    }
    if (!blend && !swept) return undefined;
  }
  if (swept && direction && (!blend || split < mixed * 0.8)) {
    return { kind: direction, beside: split, faded: false };
  }
  return blend ? { kind: 'dissolve', beside: mixed, faded: false } : undefined;
}
