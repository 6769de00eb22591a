import type { MoveDetector } from '../camera/moves.ts';
import { SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { viewStays } from '../pictures/view-stays.ts';
import type { Stretch } from '../stretch.ts';
import type { Transition } from './gradual.ts';
import type { WipeDirection } from './mixtures.ts';
import { layStrip, type Moving, type Place, placeOn, seamSteps } from './strips.ts';
import {
  SLIDE_EVEN,
  SLIDE_FAST,
  SLIDE_MARGIN,
  SLIDE_MARGIN_FRAMES,
  SLIDE_SEAM,
  SLIDE_SEAM_COVER,
  SLIDE_SEAM_LEAST,
  SLIDE_SHORTEST_FRAMES,
  SLIDE_UNLIKE,
  SLIDE_UNLIKE_COVER,
  SLIDE_UNLIKE_TURN,
} from './thresholds.ts';

const { max, min, round } = Math;

const DIRECTIONS: readonly WipeDirection[] = ['left', 'right', 'up', 'down'];
const MOVING: readonly Moving[] = ['both', 'new', 'old', 'neither'];
/** Columns at each end of the way in which too little of one picture is seen beside the seam. */
const NEAR_AN_END = 4;
/** Columns from an end in which a picture that holds a little of the other one is placed. */
const AT_AN_END = 1.5;
/** Parts of what flies that a slide may reach beyond it. */
const BEYOND_MOST = 4;

/**
 * Finds slides, in which the new picture pushes the old one out, covers it or is laid bare by it.
 * The first look like a turn of the camera by just one picture, but for the seam between the two.
 */
export class SlideDetector {
  readonly transitions: Transition[] = [];
  /** Turns of the camera by just one picture: no seam is in them. */
  readonly turns: Stretch[] = [];
  readonly #history: History;
  readonly #moves: MoveDetector;
  #from: number | undefined;
  #last = 0;
  /** Frames that are looked at once all of them are there. */
  #later: { from: number; to: number } | undefined;

  constructor(history: History, moves: MoveDetector) {
    this.#history = history;
    this.#moves = moves;
  }

  push(): void {
    const now = this.#history.count - 1;
    if (this.#later && now >= this.#later.to) this.#lookAgain();
    if (this.#moves.speed(now) >= SLIDE_FAST) {
      if (now - this.#last > SLIDE_MARGIN_FRAMES) this.#close();
      this.#from ??= now;
      this.#last = now;
    } else if (now >= this.#last + this.#margin()) this.#close();
  }

  finish(): void {
    this.#close();
    this.#lookAgain();
  }

  #close(): void {
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
    const from = max(history.first, first - margin);
    const to = min(history.count - 1, last + margin);
    const { places } = this.#places(from, to);
    this.#lookAgain();
    this.#later = beyond(places, from);
    if (this.#later === undefined) this.#tell(from, places);
    else if (this.#later.to < history.count) this.#lookAgain();
  }

  /** Looks as far as the pace says that a slide reaches. */
  #lookAgain(): void {
    const history = this.#history;
    if (this.#later === undefined) return;
    const from = max(history.first, this.#later.from);
    const to = min(history.count - 1, this.#later.to);
    this.#later = undefined;
    this.#tell(from, this.#places(from, to).places);
  }

  /** Tells the slide in some frames, near the ends of which the pictures may rest. */
  #tell(first: number, rough: readonly Place[]): void {
    const history = this.#history;
    const { from, to } = ends(rough, first);
    if (to - from < SLIDE_SHORTEST_FRAMES) return;
    // The two pictures as they are when it begins and ends have lived on least.
    const { direction, moving, places } = this.#places(from, to);
    if (moving === 'neither') return;
    const both = moving === 'both';
    // What leaves a part of the view as it was is a thing that came into it, or left it.
    if (!both && viewStays(history.grey(from), history.grey(to), history.area)) return;
    const unlike = places.reduce((sum, one) => sum + one.unlike, 0) / (places.length - 2);
    const most = both ? SLIDE_UNLIKE : SLIDE_UNLIKE_COVER;
    if (unlike > most || !evenly(places)) return;
    const span = { start: history.seconds(from), end: history.seconds(to) };
    if (this.#seam(from, places, direction) < (both ? SLIDE_SEAM : SLIDE_SEAM_COVER)) {
      if (both && unlike <= SLIDE_UNLIKE_TURN) this.turns.push(span);
      return;
    }
    const confidence = round(100 * (1 - unlike)) / 100;
    this.transitions.push({ kind: direction, faded: true, ...span, confidence });
  }

  /** The places of some frames between the pictures at their ends, by the way that fits best. */
  #places(from: number, to: number): { direction: WipeDirection; moving: Moving; places: Place[] } {
    const history = this.#history;
    const [old, fresh] = [history.grey(from), history.grey(to)];
    const middle = history.grey((from + to) >> 1);
    let direction: WipeDirection = 'left';
    let moving: Moving = 'both';
    let least = Number.POSITIVE_INFINITY;
    for (const one of DIRECTIONS) {
      layStrip(old, fresh, one);
      for (const what of MOVING) {
        const { off } = placeOn(middle, one, what);
        if (off >= least) continue;
        least = off;
        direction = one;
        moving = what;
      }
    }
    layStrip(old, fresh, direction);
    const places: Place[] = [];
    for (let frame = from; frame <= to; frame++)
      places.push(placeOn(history.grey(frame), direction, moving));
    return { direction, moving, places };
  }

  /**
   * What the picture steps where the two meet, over what it does beside it, all the way: a hard line
   * stands there, of which a panorama has none. 0 where it hardly steps.
   */
  #seam(from: number, places: readonly Place[], direction: WipeDirection): number {
    let [seam, beside, frames] = [0, 0, 0];
    places.forEach(({ moved }, i) => {
      if (moved < NEAR_AN_END || moved > SIDE - NEAR_AN_END) return;
      const steps = seamSteps(this.#history.fine(from + i), direction, moved);
      seam += steps.seam;
      beside += steps.beside;
      frames++;
    });
    return frames >= 3 && seam >= SLIDE_SEAM_LEAST * frames ? seam / max(1, beside) : 0;
  }
}

/**
 * The frames at which a slide would begin and end by its pace, where the pictures at the ends lie
 * within it: nothing flies while only a small part of the picture moves.
 */
function beyond(places: readonly Place[], first: number): { from: number; to: number } | undefined {
  const moved = places.map((place) => place.moved);
  const start = moved.findIndex((one) => one > AT_AN_END);
  const end = moved.findLastIndex((one) => one < SIDE - AT_AN_END);
  if (start < 1 || end - start < 3) return undefined;
  const [near, far] = [moved[start] ?? 0, moved[end] ?? SIDE];
  const pace = (far - near) / (end - start);
  if (pace <= 0) return undefined;
  const [before, after] = [near / pace, (SIDE - far) / pace];
  if (max(before, after) <= 2 || max(before, after) > BEYOND_MOST * (end - start)) return undefined;
  const beside = SLIDE_MARGIN_FRAMES;
  return {
    from: first + start - (before > 2 ? round(before) + beside : min(start, beside)),
    to: first + end + (after > 2 ? round(after) + beside : beside),
  };
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
