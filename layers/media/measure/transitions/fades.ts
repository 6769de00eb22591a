import { correlation } from '../pictures/difference.ts';
import type { History } from '../pictures/history.ts';
import { apartOf, blockWays, noWays } from './block-ways.ts';
import type { Light } from './light.ts';
import {
  FADE_ALIKE,
  FADE_ALIKE_IN_WHITE,
  FADE_BRIEF_ALIKE,
  FADE_BRIEF_FRAMES,
  FADE_BRIEF_SECONDS,
  FADE_BRIEF_STEP,
  FADE_EMPTY_LEAST,
  FADE_EMPTY_STEP,
  FADE_ENDING,
  FADE_FULL_LEVEL,
  FADE_LARGE_STEP,
  FADE_LEVEL_FRAMES,
  FADE_LONGEST_FRAMES,
  FADE_LONGEST_SECONDS,
  FADE_PACE_FRAMES,
  FADE_SHORTEST_FRAMES,
  FADE_STILL_GROWING,
  FADE_STRAIGHT,
  FADE_SWEPT,
  FADE_UNEVEN,
} from './thresholds.ts';

export interface Fade {
  kind: 'in' | 'out';
  start: number;
  end: number;
  confidence: number;
}

const ways = noWays();

/**
 * Finds pictures that sink into black, or into white, or rise out of it: their level, which is how
 * far they are from it, falls to nothing, or grows from it, without a jump.
 */
export class FadeDetector {
  readonly fades: Fade[] = [];
  readonly #history: History;
  readonly #light: Light;
  /** First frame of a rise that is going on. */
  #rising: number | undefined;
  /** True while an empty picture sinks on. */
  #sinking: boolean = false;
  #fullest = 0;

  constructor(history: History, light: Light) {
    this.#history = history;
    this.#light = light;
  }

  push(): void {
    const now = this.#history.count - 1;
    if (now < 1) return;
    const empty = this.#light.isEmpty(now);
    const before = this.#light.isEmpty(now - 1);
    if (empty && !before) {
      this.#light.begin(now);
      this.#sinking = true;
    } else if (this.#sinking && !(empty && this.#falls(now))) {
      this.#lookBack(now - 1);
      this.#sinking = false;
    }
    if (!empty && before) {
      this.#light.begin(now - 1);
      this.#rising = this.#firstOfRise(now);
      this.#fullest = now;
    }
    if (this.#rising !== undefined) this.#climb(now);
  }

  finish(): void {
    const last = this.#history.count - 1;
    if (this.#sinking || this.#isEmptyNext(last)) this.#lookBack(last);
    this.#sinking = false;
    if (this.#rising !== undefined) this.#summit(this.#rising);
  }

  /**
   * True when a picture that sinks on at its pace is empty one frame later, as where a video ends
   * with its fade: the last of its frames still shows a trace.
   */
  #isEmptyNext(frame: number): boolean {
    if (frame <= this.#history.first || this.#light.isEmpty(frame)) return false;
    const left = this.#light.level(frame);
    return left < FADE_ENDING * (this.#light.level(frame - 1) - left);
  }

  /** Empty frames may sink on, or rise already: a plain picture is empty before it is black. */
  #falls(frame: number): boolean {
    return this.#pace(frame, frame - 2) >= this.#leastEmptyStep(frame - 1);
  }

  /** A slow fade takes less than a level a frame: what counts is its pace where it was seen. */
  #leastEmptyStep(frame: number): number {
    const pace = Math.abs(this.#pace(frame, frame - FADE_PACE_FRAMES));
    return Math.min(FADE_EMPTY_STEP, Math.max(FADE_EMPTY_LEAST, pace / 3));
  }

  /** Levels a frame that a frame is darker than an earlier one, or than the first there is. */
  #pace(frame: number, earlier: number): number {
    const from = Math.max(this.#history.first, earlier);
    return from < frame ? (this.#light.level(from) - this.#light.level(frame)) / (frame - from) : 0;
  }

  #firstOfRise(now: number): number {
    let first = now;
    const least = this.#leastEmptyStep(now);
    while (first - 2 >= this.#history.first) {
      // Over two frames: one may repeat the picture before it.
      if (-this.#pace(first - 1, first - 3) < least) break;
      if (!this.#light.isEmpty(first - 1)) break;
      first--;
    }
    return first;
  }

  #lookBack(end: number): void {
    const history = this.#history;
    let full = end;
    for (let frame = end - 1; frame >= history.first; frame--) {
      const over = this.#jumps(frame + 1) || this.#levels(end, frame);
      if (over || this.#isLongest(frame + 1, end)) break;
      if (this.#growsOn(end, full, frame)) full = frame;
    }
    this.#accept('out', full + 1, end, full);
  }

  #climb(now: number): void {
    const start = this.#rising as number;
    const over = now > start && (this.#jumps(now) || this.#levels(start - 1, now));
    if (!over && this.#growsOn(start - 1, this.#fullest, now)) this.#fullest = now;
    if (over || this.#isLongest(start, now)) this.#summit(start);
  }

  /** By the clock: where frames come unevenly their mean does not tell how many a fade has. */
  #isLongest(from: number, to: number): boolean {
    const lasts = this.#history.seconds(to) - this.#history.seconds(from);
    return lasts >= FADE_LONGEST_SECONDS || to - from >= FADE_LONGEST_FRAMES;
  }

  #summit(start: number): void {
    this.#rising = undefined;
    this.#accept('in', start, this.#fullest, this.#fullest);
  }

  /**
   * True when the level has stopped growing since the black frame, as seen over the frames up to this
   * one: a single one may repeat the picture before it, or be as dark in whole greys.
   */
  #levels(black: number, frame: number): boolean {
    const away = Math.abs(frame - black) - FADE_LEVEL_FRAMES;
    if (away < 2) return false;
    const earlier = frame > black ? black + away : black - away;
    return !this.#growsOn(black, earlier, frame);
  }

  /** True when a frame is further than one before it, from black, by a good part of the pace until then. */
  #growsOn(black: number, before: number, frame: number): boolean {
    const history = this.#history;
    const grown = this.#light.level(frame) - this.#light.level(before);
    if (before === black) return grown > 0;
    const gained = this.#light.level(before) - this.#light.level(black);
    const pace = gained / (history.seconds(before) - history.seconds(black));
    return grown / (history.seconds(frame) - history.seconds(before)) / pace >= FADE_STILL_GROWING;
  }

  /**
   * A cut in the middle of it: a step is large that none of two on either side comes near to, as in a
   * short fade they do.
   */
  #jumps(frame: number): boolean {
    const a = this.#light.level(frame - 1);
    const b = this.#light.level(frame);
    const step = Math.abs(a - b);
    if (step <= Math.max(FADE_LARGE_STEP, 0.4 * Math.max(a, b))) return false;
    const beside = [-2, -1, 1, 2].map((away) => this.#step(frame + away));
    return step > FADE_UNEVEN * Math.max(...beside);
  }

  #step(frame: number): number {
    const history = this.#history;
    if (frame <= history.first || frame >= history.count) return 0;
    return Math.abs(this.#light.level(frame) - this.#light.level(frame - 1));
  }

  #leastAlike(even: boolean): number {
    if (this.#light.ground === 'white') return even ? FADE_ALIKE : FADE_ALIKE_IN_WHITE;
    return even ? -1 : FADE_ALIKE;
  }

  #accept(kind: 'in' | 'out', from: number, to: number, full: number): void {
    const history = this.#history;
    const peak = this.#light.level(full);
    const empty = kind === 'out' ? to : Math.max(history.first, from - 1);
    if (peak < FADE_FULL_LEVEL || !this.#light.mayReach(full, empty)) return;
    if (to - from < FADE_SHORTEST_FRAMES && !this.#isBrief(from, to, full)) return;
    const middle = (from + to) >> 1;
    const half = this.#light.level(middle) / peak;
    if (half < 0.15 || half > 0.9) return;
    if (this.#isSwept(full, middle, empty)) return;
    const alike = correlation(history.grey(middle), history.grey(full));
    const straight = this.#straightness(from, to - 1);
    if (alike < this.#leastAlike(straight >= FADE_STRAIGHT)) return;
    const [first, last] = this.#changing(kind, from, to);
    this.fades.push({
      kind,
      start: history.seconds(first),
      end: history.seconds(last),
      confidence: Math.round(Math.max(alike, straight) * 100) / 100,
    });
  }

  /** Without frames at the ends that are as dark as those before them: they are full, or black. */
  #changing(kind: 'in' | 'out', from: number, to: number): [first: number, last: number] {
    const way = kind === 'out' ? 1 : -1;
    const rests = (frame: number) => way * this.#pace(frame, frame - 1) < FADE_EMPTY_LEAST;
    let [first, last] = [from, to];
    while (first < last && rests(first)) first++;
    while (first < last && rests(last)) last--;
    return first < last ? [first, last] : [from, to];
  }

  /** Whether one part is empty while another is full: an edge goes over the picture, and no light. */
  #isSwept(full: number, middle: number, empty: number): boolean {
    const grey = (frame: number): Uint8Array => this.#history.grey(frame);
    blockWays(grey(full), grey(empty), grey(middle), this.#history.area, ways);
    return apartOf(ways) >= FADE_SWEPT;
  }

  /**
   * Few frames tell no pace, so each of them must be the same picture with less of its light, and
   * none may take most of it: a cut has one such frame at most, where rates are converted.
   */
  #isBrief(from: number, to: number, full: number): boolean {
    const history = this.#history;
    if (to - from < FADE_BRIEF_FRAMES) return false;
    if (history.seconds(to) - history.seconds(from) < FADE_BRIEF_SECONDS) return false;
    const most = FADE_BRIEF_STEP * this.#light.level(full);
    for (let frame = from; frame <= to; frame++) {
      if (this.#step(frame) > most) return false;
      if (frame === to || this.#light.isEmpty(frame)) continue;
      if (history.correlation(frame, full) < FADE_BRIEF_ALIKE) return false;
    }
    return true;
  }

  /** Square of the correlation of level and time. */
  #straightness(from: number, to: number): number {
    const n = to - from + 1;
    let [t, v, tt, tv, vv] = [0, 0, 0, 0, 0];
    for (let frame = from; frame <= to; frame++) {
      const seconds = this.#history.seconds(frame) - this.#history.seconds(from);
      const level = this.#light.level(frame);
      t += seconds;
      v += level;
      tt += seconds * seconds;
      tv += seconds * level;
      vv += level * level;
    }
    const both = tv - (t * v) / n;
    return both ** 2 / Math.max(1e-9, (tt - (t * t) / n) * (vv - (v * v) / n));
  }
}
