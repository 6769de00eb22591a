import { at, meanChange, PIXELS } from './pictures/grey.ts';
import type { History } from './pictures/history.ts';
import {
  STILL_AVERAGE,
  STILL_COPIED,
  STILL_COPIES,
  STILL_DRIFT,
  STILL_GONE,
  STILL_GONE_CELLS,
  STILL_HALTED,
  STILL_HELD_FRAMES,
  STILL_NEWEST,
  STILL_PULSE,
  STILL_PULSE_GAP,
  STILL_QUIET,
  STILL_RESTLESS,
  STILL_SETTLING_SECONDS,
} from './thresholds.ts';

const { abs, max, min } = Math;

/** A stretch of seconds. */
export interface Stretch {
  start: number;
  end: number;
}

/** Finds stretches of at least `shortest` seconds that show one unchanged picture. */
export class StillnessDetector {
  readonly stretches: Stretch[] = [];
  readonly #history: History;
  readonly #anchor = new Uint8Array(PIXELS);
  readonly #frameRate: number;
  readonly #shortest: number;
  #from = 0;
  #start = 0;
  #lastPulse = 0;
  #average = 0;
  #copies = 0;
  /** The last frame that a movement made, what it changed, and the most that any changed since. */
  readonly #halted = new Uint8Array(PIXELS);
  #halt = 0;
  #step = 0;
  #since = 0;

  constructor(history: History, frameRate: number, shortest: number) {
    this.#history = history;
    this.#frameRate = frameRate;
    this.#shortest = shortest;
  }

  push(): void {
    const now = this.#history.count - 1;
    const grey = this.#history.grey(now);
    if (now === 0) {
      this.#start = this.#history.seconds(0);
      this.#anchor.set(grey);
      this.#halted.set(grey);
      return;
    }
    const change = this.#history.change(now);
    if (change <= STILL_COPIED) this.#copies++;
    this.#average += STILL_NEWEST * (min(change, STILL_RESTLESS) - this.#average);
    if (change <= STILL_QUIET || (change <= STILL_RESTLESS && this.#average <= STILL_AVERAGE)) {
      if (meanChange(this.#anchor, grey) <= STILL_DRIFT && !this.#alive(grey)) return;
    } else if (change <= STILL_PULSE && now - this.#lastPulse > STILL_PULSE_GAP) {
      this.#lastPulse = now;
      if (meanChange(this.#anchor, grey) <= STILL_DRIFT && this.#local(grey) < 10) return;
    }
    this.#end(now);
    this.#from = now;
    this.#copies = 0;
    this.#start = this.#history.seconds(now);
    this.#noteHalt(now, change);
    this.#lastPulse = now;
    this.#anchor.set(grey);
  }

  finish(): void {
    this.#end(this.#history.count);
  }

  #noteHalt(now: number, change: number): void {
    if (change <= STILL_RESTLESS) {
      this.#since = max(this.#since, change);
      return;
    }
    this.#halt = this.#start;
    this.#step = change;
    this.#since = 0;
    this.#halted.set(this.#history.grey(now));
  }

  /**
   * Where the picture came to rest: at coarse compression it is drawn out for some frames more
   * before it is still.
   */
  #cameToRest(): number {
    const settled =
      this.#start - this.#halt <= STILL_SETTLING_SECONDS &&
      this.#step >= STILL_HALTED * this.#since &&
      meanChange(this.#halted, this.#anchor) <= STILL_DRIFT &&
      !this.#alive(this.#halted);
    return settled ? this.#halt : this.#start;
  }

  /** True when a few cells have gone elsewhere: something small moves where all else rests. */
  #alive(grey: Uint8Array): boolean {
    let gone = 0;
    for (let i = 0; i < PIXELS; i++)
      if (abs(at(grey, i) - at(this.#anchor, i)) >= STILL_GONE) gone++;
    return gone >= STILL_GONE_CELLS;
  }

  /**
   * Largest change of a cell since the run began: something small that appeared is no coding noise.
   */
  #local(grey: Uint8Array): number {
    let largest = 0;
    for (let i = 0; i < PIXELS; i++) {
      largest = max(largest, abs(at(grey, i) - at(this.#anchor, i)));
    }
    return largest;
  }

  #end(to: number): void {
    const start = this.#start;
    const end = this.#history.seconds(to);
    if (to === 0 || end - start < this.#shortest) return;
    const held = (end - start) * this.#frameRate >= STILL_HELD_FRAMES - 0.5;
    const frames = to - this.#from;
    if (frames > 1 ? this.#copies >= STILL_COPIES * (frames - 1) : held)
      this.stretches.push({ start: this.#cameToRest(), end });
  }
}
