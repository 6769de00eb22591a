import { correlation } from './difference.ts';
import type { History } from './history.ts';

export interface Fade {
  kind: 'in' | 'out';
  start: number;
  end: number;
  confidence: number;
}

/** A picture is empty when its greys hardly differ and it is dark. */
const EMPTY_SPREAD = 2.5;
const EMPTY_MEAN = 26;
/** Spread that a picture must have to fade. */
const FULL_SPREAD = 8;
const LONGEST_SECONDS = 5;
const SHORTEST_FRAMES = 4;
/** Grey levels of spread that a fast fade may well take in one frame. */
const LARGE_STEP = 9;
/** Share of its pace so far below which the spread no longer grows: the fade is over. */
const STILL_GROWING = 0.35;

/** Finds pictures that sink into black or rise out of it: their contrast falls to nothing, or grows from it, without a jump. */
export class FadeDetector {
  readonly fades: Fade[] = [];
  readonly #history: History;
  readonly #longest: number;
  /** First frame of a rise that is going on. */
  #rising: number | undefined;
  #fullest = 0;

  constructor(history: History, frameRate: number) {
    this.#history = history;
    this.#longest = Math.min(500, Math.ceil(LONGEST_SECONDS * frameRate));
  }

  push(): void {
    const now = this.#history.count - 1;
    if (now < 1) return;
    const empty = this.#empty(now);
    const before = this.#empty(now - 1);
    if (empty && !before) this.#lookBack(now);
    if (!empty && before) {
      this.#rising = now;
      this.#fullest = now;
    }
    if (this.#rising !== undefined) this.#climb(now);
  }

  finish(): void {
    if (this.#rising !== undefined) this.#summit(this.#rising);
  }

  #empty(frame: number): boolean {
    return this.#history.spread(frame) < EMPTY_SPREAD && this.#history.mean(frame) < EMPTY_MEAN;
  }

  #lookBack(end: number): void {
    const history = this.#history;
    const oldest = Math.max(history.first, end - this.#longest);
    let full = end;
    for (let frame = end - 1; frame >= oldest; frame--) {
      if (this.#jumps(frame + 1) || this.#levels(end, frame)) break;
      if (history.spread(frame) > history.spread(full)) full = frame;
    }
    this.#accept('out', full + 1, end, full);
  }

  #climb(now: number): void {
    const start = this.#rising as number;
    const over = now > start && (this.#jumps(now) || this.#levels(start - 1, now));
    if (!over && this.#history.spread(now) > this.#history.spread(this.#fullest))
      this.#fullest = now;
    if (over || now - start >= this.#longest) this.#summit(start);
  }

  #summit(start: number): void {
    this.#rising = undefined;
    this.#accept('in', start, this.#fullest, this.#fullest);
  }

  /** True when the spread has stopped growing since the black frame, as seen from two frames before `frame`. */
  #levels(black: number, frame: number): boolean {
    const history = this.#history;
    const earlier = frame > black ? frame - 2 : frame + 2;
    if (Math.abs(earlier - black) < 2) return false;
    const gained = history.spread(earlier) - history.spread(black);
    const pace = gained / (history.seconds(earlier) - history.seconds(black));
    const grown = history.spread(frame) - history.spread(earlier);
    return grown / (history.seconds(frame) - history.seconds(earlier)) / pace < STILL_GROWING;
  }

  /** A cut in the middle of it: no fade moves half of its way in one frame. */
  #jumps(frame: number): boolean {
    const a = this.#history.spread(frame - 1);
    const b = this.#history.spread(frame);
    return Math.abs(a - b) > Math.max(LARGE_STEP, 0.4 * Math.max(a, b));
  }

  #accept(kind: 'in' | 'out', from: number, to: number, full: number): void {
    const history = this.#history;
    const peak = history.spread(full);
    if (to - from < SHORTEST_FRAMES || peak < FULL_SPREAD) return;
    const middle = (from + to) >> 1;
    const half = history.spread(middle) / peak;
    if (half < 0.15 || half > 0.9) return;
    const alike = correlation(history.grey(middle), history.grey(full));
    if (alike < 0.6) return;
    this.fades.push({
      kind,
      start: history.seconds(from),
      end: history.seconds(to),
      confidence: Math.round(alike * 100) / 100,
    });
  }
}
