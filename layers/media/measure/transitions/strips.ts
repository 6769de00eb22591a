import { laid, strip, twiceUnlike } from '../kernels/strips.ts';
import { at, FINE, SIDE } from '../pictures/grey.ts';
import type { WipeDirection } from './mixtures.ts';

const { abs, round } = Math;

/** A strip is two pictures side by side; its seam lies between columns SIDE - 1 and SIDE. */
const STRIP = 2 * SIDE;

/**
 * What moves as the new picture takes the place of the old one: both, the new one over the old one
 * at rest, the old one off the new one at rest, or neither, as in a plain wipe.
 */
export type Moving = 'both' | 'new' | 'old' | 'neither';

/** Where a picture lies on the strip of two, and how well it fits there. */
export interface Place {
  /** Columns from the first picture towards the second. */
  readonly moved: number;
  /** What differs there, in grey levels. */
  readonly off: number;
  /** The same over what differs on average anywhere on the strip. */
  readonly unlike: number;
}

const acrossOf = (direction: WipeDirection): boolean =>
  direction === 'left' || direction === 'right';
const backOf = (direction: WipeDirection): boolean => direction === 'right' || direction === 'down';

/** Turns a picture so that what moves the given way moves to the left; lays it into lines of `width`. */
function lay(
  picture: Uint8Array,
  direction: WipeDirection,
  { into, from, width }: { into: Uint8Array; from: number; width: number },
): void {
  const [along, line] = acrossOf(direction) ? [1, SIDE] : [SIDE, 1];
  const [first, step] = backOf(direction) ? [(SIDE - 1) * along, -along] : [0, along];
  for (let v = 0; v < SIDE; v++) {
    const start = first + v * line;
    const place = from + v * width;
    for (let u = 0; u < SIDE; u++) into[place + u] = at(picture, start + u * step);
  }
}

/** Lays the new picture beside the old one, on the side that it comes from. */
export function layStrip(old: Uint8Array, fresh: Uint8Array, direction: WipeDirection): void {
  lay(old, direction, { into: strip, from: 0, width: STRIP });
  lay(fresh, direction, { into: strip, from: SIDE, width: STRIP });
}

/** Mean difference of the laid picture to the strip from a column on, which is given in halves. */
function unlikeFrom(halves: number, moving: Moving): number {
  // Of the columns on both sides of the seam one lies under the picture at the ends, else both.
  const columns = halves < 2 || halves === STRIP ? SIDE - 1 : SIDE - 2;
  const rests = (one: 'old' | 'new') => (moving === 'both' || moving === one ? 0 : 1);
  return twiceUnlike(halves, rests('old'), rests('new')) / 2 / (columns * SIDE);
}

/** Finds the place of a picture on the strip that was laid, to half a column. */
export function placeOn(picture: Uint8Array, direction: WipeDirection, moving: Moving): Place {
  lay(picture, direction, { into: laid, from: 0, width: SIDE });
  let least = Number.POSITIVE_INFINITY;
  let best = 0;
  let all = 0;
  for (let halves = 0; halves <= STRIP; halves += 2) {
    const unlike = unlikeFrom(halves, moving);
    all += unlike;
    if (unlike >= least) continue;
    least = unlike;
    best = halves;
  }
  const whole = best;
  for (const halves of [whole - 1, whole + 1]) {
    if (halves < 0 || halves > STRIP) continue;
    const unlike = unlikeFrom(halves, moving);
    if (unlike >= least) continue;
    least = unlike;
    best = halves;
  }
  return { moved: best / 2, off: least, unlike: all > 0 ? (least * (SIDE + 1)) / all : 1 };
}

/** Fine cells from one side of the seam to the other: the one that it lies in shows both. */
const ACROSS = 3;

/** Mean step across the seam of a picture that has moved on its strip, and just beside it. */
export function seamSteps(
  fine: Uint8Array,
  direction: WipeDirection,
  moved: number,
): { seam: number; beside: number } {
  const where = round((SIDE - moved) * (FINE / SIDE)) - 2;
  const first = backOf(direction) ? FINE - ACROSS - 1 - where : where;
  const [along, line] = acrossOf(direction) ? [1, FINE] : [FINE, 1];
  const step = (from: number): number => {
    let sum = 0;
    for (let i = from * along, v = 0; v < FINE; v++, i += line)
      sum += abs(at(fine, i + ACROSS * along) - at(fine, i));
    return sum / FINE;
  };
  return { seam: step(first), beside: (step(first - ACROSS) + step(first + ACROSS)) / 2 };
}
