import { type Fraction, toNumber } from '../fraction.ts';
import type { Window } from '../window.ts';

/** Half a millisecond, and what floating point may add to it. */
const SAME_MILLISECOND = 0.000501;
/** What floating point may take from a whole number of tiles. */
const NOISE = 1e-6;

/** The second of the tile, counted from second 0, that is before or near to a moment. */
export const onGrid = (second: number, rate: Fraction, whole: (tiles: number) => number): number =>
  (whole(second * toNumber(rate) + NOISE) * rate[1]) / rate[0];

/**
 * The second of a window's first tile. A start that rounds to the millisecond of a tile counted from
 * second 0 is that tile: `next_start` holds no more than milliseconds, and what it leaves off would
 * add up from call to call until a frame is shown twice.
 */
export function firstTileSecond(start: number, rate: Fraction): number {
  const near = onGrid(start, rate, Math.round);
  return Math.abs(near - start) < SAME_MILLISECOND ? near : start;
}

/**
 * At the source's own rate tiles are asked for this much after their frames. In a file that counts
 * milliseconds a frame comes up to one late: its own time is rounded, and so is that of the first
 * frame, which is second 0. Readers take half of one for the same moment; this is the other half, and
 * what floating point may take from it. Without it frames in Matroska would be passed over, at 30 a
 * second every third, and those before them shown twice.
 */
const JUST_AFTER = 0.0005 + 2e-6;
/**
 * A start this little before a frame of a steady rate lies, with the half millisecond by which readers
 * take moments for the same, among the seconds that a file which counts milliseconds gives its frames:
 * some would be taken and others not, so that frames came twice and others never.
 */
const AMONG_FRAMES = 0.0015 + JUST_AFTER;
/** From such a start back to before all of these seconds. */
const BEFORE_FRAMES = 0.001;

/** What a plan says of when its tiles are. */
interface TilesInTime {
  readonly covered: Window;
  /** Tiles per second. */
  readonly rate: Fraction;
  /** Whether that is the rate of the source's frames. */
  readonly atSourceRate: boolean;
}

/** The second that tile k of a plan is asked to show. */
export function tileSecond({ covered, rate, atSourceRate }: TilesInTime, k: number): number {
  const first = firstTileSecond(covered[0], rate);
  return first + k / toNumber(rate) + (atSourceRate ? besideFrames(first, rate) : 0);
}

/** What keeps tiles at the source's own rate clear of where its frames change, in seconds. */
function besideFrames(first: number, rate: Fraction): number {
  const ahead = onGrid(first, rate, Math.round) - first;
  return ahead > SAME_MILLISECOND && ahead < AMONG_FRAMES ? -BEFORE_FRAMES : JUST_AFTER;
}
