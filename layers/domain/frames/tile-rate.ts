import { type Fraction, fractionOf, shownRate, toNumber } from '../fraction.ts';
import type { PictureStream } from '../sources/probe.ts';
import { HALF_MILLISECOND } from '../timestamp.ts';
import { LEVEL_SPECS, type Level, OVERVIEW_LADDER } from './levels.ts';

const [, SLOWEST_STEP = 0.5] = OVERVIEW_LADDER.at(-1) ?? [];

/**
 * Tiles per second that are asked for.
 * @param seconds of the window
 */
export function tileRate(level: Level, fps: number | undefined, seconds: number): Fraction {
  if (fps !== undefined) return fractionOf(fps);
  if (level !== 'overview') return fractionOf(LEVEL_SPECS[level].fps);
  const step = OVERVIEW_LADDER.find(([longest]) => seconds <= longest + HALF_MILLISECOND);
  return fractionOf(step?.[1] ?? SLOWEST_STEP);
}

/**
 * The rate itself, or a lower one at which `capacity` tiles cover the whole window: completeness
 * outranks it.
 */
export const held = (rate: Fraction, seconds: number, capacity: number): Fraction =>
  Math.ceil((seconds - HALF_MILLISECOND) * toNumber(rate)) <= capacity
    ? rate
    : [capacity * 1000, Math.max(1, Math.ceil(seconds * 1000))];

/**
 * More tiles per second than the source shows frames would only repeat frames. A rate that is told
 * as the source's (29.97 for 30000/1001) is the source's: by the other, tiles would drift past one.
 */
export function capToSource(
  rate: Fraction,
  { peakRate }: PictureStream,
): { rate: Fraction; capped: boolean } {
  const capped = toNumber(rate) > toNumber(peakRate);
  const isSame = shownRate(rate) === shownRate(peakRate);
  return { rate: capped || isSame ? peakRate : rate, capped };
}

/**
 * Whether hardly a frame is left out between tiles, as at a source's rate rounded to 29.97: a call
 * then ends where a frame does, since a frame that is cut in two would be shown by the next one too.
 */
export const showsEveryFrame = (rate: Fraction, picture: PictureStream): boolean =>
  toNumber(rate) > toNumber(picture.peakRate) * 0.999;
