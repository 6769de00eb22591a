import { PIXELS } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { Transition } from './gradual.ts';
import {
  FADE_EMPTY_TINT,
  PLAIN_DISSOLVE_APART,
  PLAIN_DISSOLVE_BLACK_COLOUR,
  PLAIN_DISSOLVE_LEAP,
  PLAIN_DISSOLVE_LONGEST_SECONDS,
  PLAIN_DISSOLVE_MOVING,
  PLAIN_DISSOLVE_OTHER_HUE,
  PLAIN_DISSOLVE_PLAIN,
  PLAIN_DISSOLVE_RESTING,
  PLAIN_DISSOLVE_SHORTEST_FRAMES,
  PLAIN_DISSOLVE_STRAIGHT,
  PLAIN_DISSOLVE_UNEVEN,
} from './thresholds.ts';

/** Mean absolute deviation of Cb from its mean, and of Cr, together. */
function unevenness(colours: Uint8Array): number {
  let sum = 0;
  // What lies behind the two is no part of the picture.
  for (const plane of [colours.subarray(0, PIXELS), colours.subarray(PIXELS, 2 * PIXELS)]) {
    let mean = 0;
    for (const value of plane) mean += value / PIXELS;
    for (const value of plane) sum += Math.abs(value - mean) / PIXELS;
  }
  return sum;
}

/** Navy blue is as dark, and no black. */
const isBlack = (history: History, frame: number): boolean =>
  history.mean(frame) < PLAIN_DISSOLVE_BLACK_COLOUR && history.tint(frame) < FADE_EMPTY_TINT;

/**
 * Finds dissolves between plain pictures, which have no structure to compare: their colour moves
 * straight and evenly.
 */
export class PlainDissolveDetector {
  readonly transitions: Transition[] = [];
  readonly #history: History;
  /** The last frame of the old colour. */
  #from: number | undefined;
  #last = 0;
  #way = 0;
  #leap = 0;

  constructor(history: History) {
    this.#history = history;
  }

  push(): void {
    const history = this.#history;
    const now = history.count - 1;
    if (now < 1) return;
    const plain =
      history.spread(now) < PLAIN_DISSOLVE_PLAIN && history.spread(now - 1) < PLAIN_DISSOLVE_PLAIN;
    const step = plain ? history.colourDistance(now - 1, now).all : 0;
    if (step >= PLAIN_DISSOLVE_MOVING) {
      if (this.#from === undefined) {
        this.#from = now - 1;
        this.#way = 0;
        this.#leap = 0;
      }
      this.#last = now;
      this.#way += step;
      this.#leap = Math.max(this.#leap, step);
    } else if (this.#from !== undefined && (!plain || now - this.#last >= PLAIN_DISSOLVE_RESTING))
      this.finish();
  }

  finish(): void {
    const history = this.#history;
    const from = this.#from;
    const to = this.#last;
    this.#from = undefined;
    if (from === undefined || from < history.first || to - from < PLAIN_DISSOLVE_SHORTEST_FRAMES)
      return;
    const { all, chroma } = history.colourDistance(from, to);
    const [start, end] = [history.seconds(from + 1), history.seconds(to)];
    if (
      all < PLAIN_DISSOLVE_APART ||
      chroma < PLAIN_DISSOLVE_OTHER_HUE ||
      end - start > PLAIN_DISSOLVE_LONGEST_SECONDS
    )
      return;
    if (all < PLAIN_DISSOLVE_STRAIGHT * this.#way || this.#leap > PLAIN_DISSOLVE_LEAP * all) return;
    if (isBlack(history, from) || isBlack(history, to)) return;
    // Two colours beside each other, of one brightness, are a wipe.
    if (unevenness(history.colours((from + to) >> 1)) > PLAIN_DISSOLVE_UNEVEN * chroma) return;
    const confidence = Math.round((all / this.#way) * 100) / 100;
    this.transitions.push({ kind: 'dissolve', start, end, confidence, faded: false });
  }
}
