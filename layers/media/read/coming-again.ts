import { joined } from '../../domain/stretches.ts';
import type { Window } from '../../domain/window.ts';

/** Less is how the times of pictures are guessed that a container does not time. */
const LEAST_BACK_SECONDS = 0.2;
const LEAST_BACK_FRAMES = 4;

/**
 * Follows pictures in the order in which they come, and tells which are due at seconds that were
 * there before, as where recordings were put one behind the other. No tile shows these.
 */
export class ComingAgain {
  readonly #least: number;
  #latest = Number.NEGATIVE_INFINITY;
  #before = Number.NEGATIVE_INFINITY;
  #isAgain = false;

  readonly #standsStill: boolean;

  /**
   * @param frameSeconds how long a picture lasts
   * @param standsStill whether all pictures behind a part of the file have one and the same time
   */
  constructor(frameSeconds: number, standsStill = false) {
    this.#least = Math.max(LEAST_BACK_SECONDS, LEAST_BACK_FRAMES * frameSeconds);
    this.#standsStill = standsStill;
  }

  /** The latest second up to now. */
  get latest(): number {
    return this.#latest;
  }

  /** Whether the next picture, which is due at a second, comes again. */
  passes(second: number): boolean {
    if (second > this.#latest) this.#isAgain = false;
    else if (this.#standsStill) this.#isAgain = true;
    else if (second < this.#before && this.#latest - second > this.#least) this.#isAgain = true;
    this.#before = second;
    this.#latest = Math.max(this.#latest, second);
    return this.#isAgain;
  }
}

/** Pictures that were read, by their numbers. */
interface Pictures {
  readonly count: number;
  readonly seconds: (frame: number) => number;
  readonly frameSeconds: number;
}

/** Those that come again, and the latest second up to each of them. */
function* againOf({ count, seconds, frameSeconds }: Pictures) {
  const again = new ComingAgain(frameSeconds);
  for (let frame = 0; frame < count; frame++) {
    if (again.passes(seconds(frame))) yield { frame, latest: again.latest };
  }
}

/** Seconds over which the clock steps back: what comes there a second time is never shown. */
export const secondsTwice = (pictures: Pictures): Window[] =>
  joined(Array.from(againOf(pictures), ({ frame, latest }) => [pictures.seconds(frame), latest]));

/** The second of the last picture, or of one before it where that one comes again. */
export function latestSecond(pictures: Pictures): number {
  const last = pictures.count - 1;
  const again = [...againOf(pictures)].at(-1);
  return again?.frame === last ? again.latest : pictures.seconds(last);
}

/** The first picture from each of some on that does not come again; undefined where all do. */
export function firstShownFrom(pictures: Pictures, frames: readonly number[]) {
  if (frames.length === 0) return [];
  const again = new Set(Array.from(againOf(pictures), ({ frame }) => frame));
  return frames.map((from) => {
    let frame = from;
    while (again.has(frame)) frame++;
    return frame < pictures.count ? frame : undefined;
  });
}
