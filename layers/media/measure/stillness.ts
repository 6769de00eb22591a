import { crc32 } from 'node:zlib';
import { at, meanChange, PIXELS } from './pictures/grey.ts';
import type { History } from './pictures/history.ts';
import type { Stretch } from './stretch.ts';
import {
  STILL_AVERAGE,
  STILL_COLOUR,
  STILL_DRIFT,
  STILL_FIRST_PULSE,
  STILL_GONE,
  STILL_GONE_CELLS,
  STILL_HALTED,
  STILL_NEWEST,
  STILL_PULSE,
  STILL_PULSE_CELL,
  STILL_PULSE_GAP,
  STILL_QUIET,
  STILL_REPEATED,
  STILL_RESTLESS,
  STILL_SETTLED,
  STILL_SETTLING_SECONDS,
  STILL_STEP,
  STILL_STEPS_OUT,
} from './thresholds.ts';

const { abs, max, min } = Math;

/**
 * Frames in which a picture at rest comes round again: coding draws each kind of frame a little
 * differently, and begins anew with every group of pictures of MPEG-4 (12 frames).
 */
const RECENT = 16;

/** A number that equal pictures share, and others hardly ever (1 of 2^32); never 0. */
const printOf = (fine: Uint8Array): number => crc32(fine) || 1;

/** True when a few cells have gone elsewhere: something small moves where all else rests. */
function alive(known: Uint8Array, grey: Uint8Array): boolean {
  let gone = 0;
  for (let i = 0; i < PIXELS; i++) if (abs(at(grey, i) - at(known, i)) >= STILL_GONE) gone++;
  return gone >= STILL_GONE_CELLS;
}

/** Finds stretches of at least `shortest` seconds that show one unchanged picture. */
export class StillnessDetector {
  readonly stretches: Stretch[] = [];
  readonly #history: History;
  /** The picture that the run began with, and as the last key frame drew it anew. */
  readonly #anchor = new Uint8Array(PIXELS);
  readonly #redrawn = new Uint8Array(PIXELS);
  readonly #shortest: number;
  #from = 0;
  #start = 0;
  /** The first frame that a key frame may redraw the picture in. */
  #nextPulse = STILL_FIRST_PULSE;
  #average = 0;
  /** Frames of the run so far that are equal, bit for bit, to one shortly before them. */
  #repeats = 0;
  /** The last key frame seen in the run, and how many soon after another drew a new picture. */
  #lastStep = Number.NEGATIVE_INFINITY;
  #anew = 0;
  readonly #prints = new Uint32Array(RECENT);
  /** The last frame that a movement made, what it changed, and the most that any changed since. */
  readonly #halted = new Uint8Array(PIXELS);
  #halt = 0;
  #step = 0;
  #since = 0;

  constructor(history: History, shortest: number) {
    this.#history = history;
    this.#shortest = shortest;
  }

  push(): void {
    const now = this.#history.count - 1;
    const grey = this.#history.grey(now);
    if (now === 0) {
      this.#start = this.#history.seconds(0);
      this.#anchor.set(grey);
      this.#redrawn.set(grey);
      this.#halted.set(grey);
      return;
    }
    const change = this.#history.change(now);
    const repeats = this.#repeatsRecent(now, change);
    if (repeats) this.#repeats++;
    else if (this.#steps(now, change)) {
      if (now - this.#lastStep <= RECENT) this.#anew++;
      this.#lastStep = now;
    }
    this.#average += STILL_NEWEST * (min(change, STILL_RESTLESS) - this.#average);
    // Another colour may be as bright as the one before it.
    const coloured = this.#history.colourDistance(now - 1, now).chroma >= STILL_COLOUR;
    if (
      !coloured &&
      (repeats ||
        change <= STILL_QUIET ||
        (change <= STILL_RESTLESS && this.#average <= STILL_AVERAGE))
    ) {
      if (this.#rests(this.#anchor, grey) || this.#rests(this.#redrawn, grey)) return;
    } else if (!coloured && change <= STILL_PULSE && now >= this.#nextPulse && this.#redraws(now)) {
      this.#nextPulse = now + STILL_PULSE_GAP;
      this.#redrawn.set(grey);
      return;
    }
    this.#end(now);
    this.#from = now;
    this.#repeats = 0;
    this.#anew = 0;
    this.#lastStep = Number.NEGATIVE_INFINITY;
    this.#start = this.#history.seconds(now);
    this.#noteHalt(now, change);
    this.#nextPulse = now + STILL_FIRST_PULSE;
    this.#anchor.set(grey);
    this.#redrawn.set(grey);
  }

  /** True when a picture at rest steps, as at a key frame. */
  #steps(now: number, change: number): boolean {
    if (change < STILL_STEP || change > STILL_PULSE) return false;
    for (let back = 1; back <= STILL_PULSE_GAP; back++) {
      if (now - back <= this.#from) break;
      if (STILL_STEPS_OUT * this.#history.change(now - back) > change) return false;
    }
    return true;
  }

  /** True when a frame is equal to one of those before it in the run; remembers it. */
  #repeatsRecent(now: number, change: number): boolean {
    // What moves is not asked: its print is one that no run can meet again.
    const print = change <= STILL_PULSE ? printOf(this.#history.fine(now)) : 0;
    let met = false;
    for (let back = 1; back <= RECENT && now - back >= this.#from; back++)
      if (this.#prints[(now - back) % RECENT] === print) met = true;
    this.#prints[now % RECENT] = print;
    return met && print !== 0;
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
      !alive(this.#anchor, this.#halted);
    return settled ? this.#halt : this.#start;
  }

  /** True while a picture is one of those that the run knows, but for what coding does. */
  #rests(known: Uint8Array, grey: Uint8Array): boolean {
    return meanChange(known, grey) <= STILL_DRIFT && !alive(known, grey);
  }

  /**
   * True when a frame draws the same picture anew: a little of it everywhere. Something that
   * appeared changes some cells much.
   */
  #redraws(now: number): boolean {
    const grey = this.#history.grey(now);
    const before = this.#history.grey(now - 1);
    for (let i = 0; i < PIXELS; i++)
      if (abs(at(grey, i) - at(before, i)) >= STILL_PULSE_CELL) return false;
    return meanChange(this.#anchor, grey) <= STILL_PULSE;
  }

  #end(to: number): void {
    const seen = this.#history.seconds(to) - this.#start;
    if (to === 0 || seen < STILL_SETTLED * this.#shortest) return;
    const start = this.#cameToRest();
    const end = this.#history.seconds(to);
    if (end - start < this.#shortest) return;
    // Of a picture that rests the key frames are alike: life behind coarse coding shows in them.
    if (this.#anew > 0) return;
    const frames = to - this.#from;
    if (frames > 1 && this.#repeats >= STILL_REPEATED * (frames - 1))
      this.stretches.push({ start, end });
  }
}
