import { GRADUAL_LONGEST_SECONDS } from './thresholds.ts';

const { max, round } = Math;

/**
 * Frames between the two pictures that are compared; each about a third longer than the one before.
 */
const LENGTHS = [7, 9, 12, 16, 21, 28, 38, 50, 66, 88, 116, 156, 208];

/** Which earlier pictures one is compared with, to find what lies on the way between the two. */
export class ComparedPairs {
  /** Frames that a transition takes at most. */
  readonly longest: number;
  readonly #lengths: readonly number[];

  constructor(frameRate: number) {
    this.longest = round(max(24, GRADUAL_LONGEST_SECONDS * frameRate));
    this.#lengths = LENGTHS.filter((length) => length <= this.longest);
  }

  /** Looks at each pair that ends with a frame. */
  each(now: number, look: (start: number, end: number) => void): void {
    for (const length of this.#lengths) {
      // A tenth of its length earlier or later is the same transition: no need to look at each
      // frame.
      if (now >= length && now % max(1, round(length / 10)) === 0) look(now - length, now);
    }
  }
}
