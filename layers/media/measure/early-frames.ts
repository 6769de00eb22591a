import { densestRate, isHeld } from './held-frames.ts';
import { SMALL } from './pictures/grey.ts';

/** Frames that tell how often they come: 20 seconds at 25 a second, in 3 MB. */
const FRAMES_ASKED = 512;
/** Clocks that round make frames look a little closer than they are on average. */
const UNEVEN = 1.1;

/** Takes frames in their order, and says at the end what it found. */
export interface FrameTaker<Found> {
  frame(seconds: number, planes: Uint8Array): void;
  finish(): Found;
}

/** Frames a second, on average and, where they come unevenly, at the densest. */
interface Stated {
  readonly mean: number;
  readonly peak: number | undefined;
}

const isSteady = ({ mean, peak = mean }: Stated): boolean => peak <= UNEVEN * mean;

/**
 * How many frames a second come where none is held. One picture that is held for a minute lowers
 * the mean of a whole file, and detectors that count frames would look at too few of them.
 */
export function rateBesideHolds(seconds: readonly number[], stated: Stated): number {
  if (isSteady(stated)) return stated.mean;
  const { mean, peak } = stated;
  const densest = densestRate(mean, peak);
  const spans = seconds
    .map((second, i) => second - (seconds[i - 1] ?? second))
    .filter((lasts) => lasts > 0 && !isHeld(lasts, densest));
  const rate = spans.length / spans.reduce((sum, lasts) => sum + lasts, 0);
  if (!(rate > UNEVEN * mean)) return mean;
  return peak !== undefined && rate > peak / UNEVEN ? peak : rate;
}

/** Starts what takes the frames once the first of them tell their rate; at once where it is steady. */
export function atUsualRate<Found>(
  stated: Stated,
  start: (frameRate: number) => FrameTaker<Found>,
): FrameTaker<Found> {
  if (isSteady(stated)) return start(stated.mean);
  const early: (readonly [seconds: number, planes: Uint8Array])[] = [];
  let taker: FrameTaker<Found> | undefined;
  const begin = (): FrameTaker<Found> => {
    const seconds = early.map(([second]) => second);
    const begun = start(rateBesideHolds(seconds, stated));
    for (const [second, planes] of early.splice(0)) begun.frame(second, planes);
    return begun;
  };
  return {
    frame(second, planes) {
      if (taker) return taker.frame(second, planes);
      // A copy, which `slice` of a Buffer is not.
      early.push([second, Uint8Array.from(planes.subarray(0, SMALL.bytes))]);
      if (early.length === FRAMES_ASKED) taker = begin();
    },
    finish: () => (taker ?? begin()).finish(),
  };
}
