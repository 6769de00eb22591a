import { at, meanChange, PIXELS } from './pictures/grey.ts';
import type { History } from './pictures/history.ts';

const { abs, max, min } = Math;

/** A stretch of seconds. */
export interface Stretch {
  start: number;
  end: number;
}

/**
 * A still picture of one frame only counts when it is shown this many frames long: 1 fps is no
 * freeze.
 */
const HELD_FRAMES = 3;

/** Mean change of a frame, in grey levels, that coding alone leaves in a picture at rest. */
const QUIET = 0.035;
/**
 * The same on average and at most, for grain that was frozen with the picture and is coded again
 * and again.
 */
const AVERAGE = 0.08;
const RESTLESS = 0.35;
/** Weight of a new frame in the average. */
const NEWEST = 0.15;
/**
 * Of a picture that stays, even with its grain, some frames are copies all but for this; of live
 * grain, hardly any.
 */
const COPIED = 0.02;
const COPIES = 0.1;
/**
 * A key frame redraws the same picture: one such pulse is let pass when the picture stays the one
 * it was.
 */
const PULSE = 1;
const DRIFT = 1.2;
const PULSE_GAP = 5;
/**
 * Cells that are this many grey levels from where they began: a car's corner, far off, and no
 * coding noise.
 */
const GONE = 4;
const GONE_CELLS = 3;
/**
 * Seconds that an encoder takes to draw a picture out that came to rest, and how much less that
 * changes it than what moved before.
 */
const SETTLING_SECONDS = 1.2;
const HALTED = 3;

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
    if (change <= COPIED) this.#copies++;
    this.#average += NEWEST * (min(change, RESTLESS) - this.#average);
    if (change <= QUIET || (change <= RESTLESS && this.#average <= AVERAGE)) {
      if (meanChange(this.#anchor, grey) <= DRIFT && !this.#alive(grey)) return;
    } else if (change <= PULSE && now - this.#lastPulse > PULSE_GAP) {
      this.#lastPulse = now;
      if (meanChange(this.#anchor, grey) <= DRIFT && this.#local(grey) < 10) return;
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
    if (change <= RESTLESS) {
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
      this.#start - this.#halt <= SETTLING_SECONDS &&
      this.#step >= HALTED * this.#since &&
      meanChange(this.#halted, this.#anchor) <= DRIFT &&
      !this.#alive(this.#halted);
    return settled ? this.#halt : this.#start;
  }

  /** True when a few cells have gone elsewhere: something small moves where all else rests. */
  #alive(grey: Uint8Array): boolean {
    let gone = 0;
    for (let i = 0; i < PIXELS; i++) if (abs(at(grey, i) - at(this.#anchor, i)) >= GONE) gone++;
    return gone >= GONE_CELLS;
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
    const held = (end - start) * this.#frameRate >= HELD_FRAMES - 0.5;
    const frames = to - this.#from;
    if (frames > 1 ? this.#copies >= COPIES * (frames - 1) : held)
      this.stretches.push({ start: this.#cameToRest(), end });
  }
}
