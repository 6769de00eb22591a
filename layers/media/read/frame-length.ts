import { toNumber } from '../../domain/fraction.ts';
import type { PictureStream } from '../../domain/sources/probe.ts';

/** Frames that tell how long most of them last. */
const FRAMES_ASKED = 512;

/**
 * How long a frame lasts, in seconds: on average, or where frames come unevenly as most of the
 * first ones do, if that is shorter. One that is held for long, or a hole, tells nothing of others.
 */
export function frameLength(
  { rate, peakRate }: Pick<PictureStream, 'rate' | 'peakRate'>,
  pts: readonly number[],
  secondsOf: (pts: number) => number,
): number {
  const mean = 1 / toNumber(rate);
  if (toNumber(peakRate) <= toNumber(rate)) return mean;
  const seconds = pts.slice(0, FRAMES_ASKED).map(secondsOf);
  const lengths = seconds
    .slice(1)
    .map((second, i) => second - (seconds[i] ?? second))
    .filter((lasts) => lasts > 0)
    .sort((a, b) => a - b);
  return Math.min(mean, lengths[lengths.length >> 1] ?? mean);
}
