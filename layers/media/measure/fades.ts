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

/** Finds pictures that sink into black or rise out of it: their contrast falls to nothing, or grows from it, without a jump. */
export class FadeDetector {
  readonly fades: Fade[] = [];
  readonly #history: History;
  readonly #longest: number;
  /** First frame of a rise that is going on. */
  #rising: number | undefined;
  #peak = 0;
  #peakAt = 0;

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
      this.#peak = 0;
      this.#peakAt = now;
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
    let peak = history.spread(end);
    let start = end;
    for (let frame = end - 1; frame >= oldest; frame--) {
      const spread = history.spread(frame);
      if (this.#jumps(frame + 1, peak)) break;
      if (spread > peak * 1.004 + 0.02) {
        peak = spread;
        start = frame;
      } else if (start - frame > 3) break;
    }
    this.#accept('out', start + 1, end, start, peak);
  }

  #climb(now: number): void {
    const history = this.#history;
    const start = this.#rising as number;
    const spread = history.spread(now);
    const jump = now > start && this.#jumps(now, Math.max(this.#peak, spread));
    if (!jump && spread > this.#peak * 1.004 + 0.02) {
      this.#peak = spread;
      this.#peakAt = now;
      if (now - start < this.#longest) return;
    } else if (!jump && now - this.#peakAt <= 3) return;
    this.#summit(start);
  }

  #summit(start: number): void {
    this.#rising = undefined;
    this.#accept('in', start, this.#peakAt, this.#peakAt, this.#peak);
  }

  /** A cut in the middle of it: no fade moves half of its way in one frame. */
  #jumps(frame: number, peak: number): boolean {
    const step = Math.abs(this.#history.spread(frame) - this.#history.spread(frame - 1));
    return step > Math.max(LARGE_STEP, 0.4 * peak);
  }

  #accept(kind: 'in' | 'out', from: number, to: number, full: number, peak: number): void {
    const history = this.#history;
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
