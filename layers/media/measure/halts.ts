import { at, meanChange, PIXELS, SIDE } from './pictures/grey.ts';
import type { History } from './pictures/history.ts';
import { overlap, type Stretch } from './stretch.ts';
import {
  HALT_ABRUPT,
  HALT_BORDER,
  HALT_DETAIL,
  HALT_DETAIL_FRAMES,
  HALT_FRAMES,
  HALT_MOVING,
  HALT_UNLIKE,
  STILL_DRIFT,
  STILL_GONE,
  STILL_GONE_CELLS,
  STILL_RESTLESS,
} from './thresholds.ts';

const { abs, max, min } = Math;

/** Lines along one border of the picture. */
const BORDER = SIDE / 4;

/**
 * Finds freezes by how they begin: a picture that moved stops from one frame to the next, and all
 * that comes until it moves again is what coding draws out. Life slows down before it rests.
 */
export class HaltDetector {
  readonly stretches: Stretch[] = [];
  readonly #history: History;
  readonly #shortest: number;
  readonly #anchor = new Uint8Array(PIXELS);
  /** Seconds of the frame that stayed. */
  #start: number | undefined;

  constructor(history: History, shortest: number) {
    this.#history = history;
    this.#shortest = shortest;
  }

  push(): void {
    const history = this.#history;
    const now = history.count - 1;
    if (this.#start !== undefined) {
      if (history.change(now) > STILL_RESTLESS) this.#end(now);
      else if (!this.#rests(history.grey(now))) this.#start = undefined;
      return;
    }
    const halt = now - HALT_FRAMES;
    if (!this.#halts(halt)) return;
    this.#start = history.seconds(halt);
    this.#anchor.set(history.grey(halt));
  }

  finish(): void {
    if (this.#start !== undefined) this.#end(this.#history.count);
  }

  #halts(halt: number): boolean {
    const history = this.#history;
    if (halt - max(HALT_FRAMES, HALT_DETAIL_FRAMES) < history.first) return false;
    if (history.change(halt + 1) > HALT_ABRUPT * history.change(halt)) return false;
    let moving = Number.POSITIVE_INFINITY;
    let resting = 0;
    for (let k = 0; k < HALT_FRAMES; k++) {
      moving = min(moving, history.change(halt - k));
      resting = max(resting, history.change(halt + 1 + k));
      if (history.unlike(halt - k).overall > HALT_UNLIKE) return false;
    }
    if (moving < HALT_MOVING || resting > HALT_ABRUPT * moving) return false;
    if (this.#leaves(halt)) return false;
    // A dissolve and a fade end at once too, and bring their last detail with them.
    return history.energy(halt - HALT_DETAIL_FRAMES) >= HALT_DETAIL * history.energy(halt);
  }

  /** True when a frame changed along one border alone: the edge of a wipe goes out there. */
  #leaves(frame: number): boolean {
    const lines = this.#history.lines(frame);
    const most = HALT_BORDER * PIXELS * this.#history.change(frame);
    return [0, SIDE - BORDER, SIDE, 2 * SIDE - BORDER].some((first) => {
      let sum = 0;
      for (let line = first; line < first + BORDER; line++) sum += lines[line] as number;
      return sum >= most;
    });
  }

  #rests(grey: Uint8Array): boolean {
    let gone = 0;
    for (let i = 0; i < PIXELS; i++)
      if (abs(at(grey, i) - at(this.#anchor, i)) >= STILL_GONE) gone++;
    return gone < STILL_GONE_CELLS && meanChange(this.#anchor, grey) <= STILL_DRIFT;
  }

  #end(to: number): void {
    const start = this.#start as number;
    const end = this.#history.seconds(to);
    this.#start = undefined;
    if (end - start >= this.#shortest) this.stretches.push({ start, end });
  }
}

/** Freezes, and those among `halts` that none of them tells of. */
export function withHalts(freezes: readonly Stretch[], halts: readonly Stretch[]): Stretch[] {
  return [...freezes, ...halts.filter((halt) => !freezes.some((one) => overlap(one, halt)))].sort(
    (a, b) => a.start - b.start,
  );
}
