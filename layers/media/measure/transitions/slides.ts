import type { MoveDetector } from '../camera/moves.ts';
import { SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { Transition } from './gradual.ts';
import type { WipeDirection } from './mixtures.ts';
import { layStrip, type Place, placeOn, seamSteps } from './strips.ts';
import {
  SLIDE_EVEN,
  SLIDE_FAST,
  SLIDE_MARGIN,
  SLIDE_MARGIN_FRAMES,
  SLIDE_SEAM,
  SLIDE_SEAM_LEAST,
  SLIDE_SHORTEST_FRAMES,
  SLIDE_UNLIKE,
} from './thresholds.ts';

const { max, min, round } = Math;

const DIRECTIONS: readonly WipeDirection[] = ['left', 'right', 'up', 'down'];
/** Columns at each end of the way in which too little of one picture is seen beside the seam. */
const NEAR_AN_END = 4;

/**
 * Finds slides, in which the new picture pushes the old one out. They look like a turn of the
 * camera by just one picture, but for the seam between the two.
 */
export class SlideDetector {
  readonly transitions: Transition[] = [];
  readonly #history: History;
  readonly #moves: MoveDetector;
  #from: number | undefined;
  #last = 0;

  constructor(history: History, moves: MoveDetector) {
    this.#history = history;
    this.#moves = moves;
  }

  push(): void {
    const now = this.#history.count - 1;
    if (this.#moves.speed(now) >= SLIDE_FAST) {
      if (now - this.#last > SLIDE_MARGIN_FRAMES) this.finish();
      this.#from ??= now;
      this.#last = now;
    } else if (now >= this.#last + this.#margin()) this.finish();
  }

  finish(): void {
    const from = this.#from;
    if (from !== undefined && this.#last - from >= 2) this.#look(from, this.#last);
    this.#from = undefined;
  }

  /** Frames beside those that fly: a slide may begin and end slowly. */
  #margin(): number {
    return SLIDE_MARGIN_FRAMES + round(SLIDE_MARGIN * (this.#last - (this.#from ?? this.#last)));
  }

  #look(first: number, last: number): void {
    const history = this.#history;
    const margin = this.#margin();
    const wide = this.#places(
      max(history.first, first - margin),
      min(history.count - 1, last + margin),
    );
    const { from, to } = ends(wide.places, wide.from);
    if (to - from < SLIDE_SHORTEST_FRAMES) return;
    // The two pictures as they are when it begins and ends have lived on least.
    const { direction, places } = this.#places(from, to);
    const unlike = places.reduce((sum, one) => sum + one.unlike, 0) / (places.length - 2);
    if (unlike > SLIDE_UNLIKE || !evenly(places) || !this.#seam(from, places, direction)) return;
    this.transitions.push({
      kind: direction,
      faded: true,
      start: history.seconds(from),
      end: history.seconds(to),
      confidence: round(100 * (1 - unlike)) / 100,
    });
  }

  /** The places of some frames between the pictures at their ends, by the way that fits best. */
  #places(from: number, to: number): { from: number; direction: WipeDirection; places: Place[] } {
    const history = this.#history;
    const [old, fresh] = [history.grey(from), history.grey(to)];
    const middle = history.grey((from + to) >> 1);
    let direction: WipeDirection = 'left';
    let least = Number.POSITIVE_INFINITY;
    for (const one of DIRECTIONS) {
      layStrip(old, fresh, one);
      const { unlike } = placeOn(middle, one);
      if (unlike >= least) continue;
      least = unlike;
      direction = one;
    }
    layStrip(old, fresh, direction);
    const places: Place[] = [];
    for (let frame = from; frame <= to; frame++)
      places.push(placeOn(history.grey(frame), direction));
    return { from, direction, places };
  }

  /** Whether a hard line stands where the two pictures meet, all the way: a panorama has none. */
  #seam(from: number, places: readonly Place[], direction: WipeDirection): boolean {
    let [seam, beside, frames] = [0, 0, 0];
    places.forEach(({ moved }, i) => {
      if (moved < NEAR_AN_END || moved > SIDE - NEAR_AN_END) return;
      const steps = seamSteps(this.#history.fine(from + i), direction, moved);
      seam += steps.seam;
      beside += steps.beside;
      frames++;
    });
    return frames >= 3 && seam >= SLIDE_SEAM_LEAST * frames && seam >= SLIDE_SEAM * beside;
  }
}

/** The last frame at rest on the old picture, and the first one on the new. */
function ends(places: readonly Place[], first: number): { from: number; to: number } {
  const moved = (i: number): number => places[i]?.moved ?? 0;
  const last = places.length - 1;
  let from = last >> 1;
  while (from > 0 && moved(from) > 0.5) from--;
  if (from > 0 && moved(from) > 0 && moved(from - 1) === 0) from--;
  let to = last >> 1;
  while (to < last && moved(to) < SIDE - 0.5) to++;
  if (to < last && moved(to) < SIDE && moved(to + 1) === SIDE) to++;
  return { from: first + from, to: first + to };
}

/** Whether the pictures never go back, nor leap. */
function evenly(places: readonly Place[]): boolean {
  const most = (SLIDE_EVEN * SIDE) / (places.length - 1);
  return places.every(({ moved }, i) => {
    const step = moved - (places[i - 1]?.moved ?? moved);
    return step >= -0.5 && step <= most;
  });
}
