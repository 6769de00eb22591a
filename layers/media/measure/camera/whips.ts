import type { History } from '../pictures/history.ts';
import type { MoveDetector } from './moves.ts';
import {
  WHIP_FAST,
  WHIP_LEAST_PATH,
  WHIP_LONGEST_SECONDS,
  WHIP_SHORTEST_SECONDS,
  WHIP_STRAIGHT,
} from './thresholds.ts';

/** A turn of the camera so fast that the picture smears. */
export interface Whip {
  start: number;
  end: number;
  confidence: number;
}

/** Finds runs of frames that fly: a shift of more than a picture width a second. */
export class WhipDetector {
  readonly whips: Whip[] = [];
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
    if (this.#moves.speed(now) >= WHIP_FAST) {
      this.#from ??= now;
      this.#last = now;
    } else if (this.#from !== undefined && now - this.#last > 2) this.finish();
  }

  finish(): void {
    const from = this.#from;
    this.#from = undefined;
    if (from === undefined) return;
    const frames = this.#last + 1 - from;
    const start = this.#history.seconds(from);
    const end = this.#history.seconds(this.#last + 1);
    if (frames < 2 || end - start < WHIP_SHORTEST_SECONDS || end - start > WHIP_LONGEST_SECONDS)
      return;
    const path = this.#moves.path(from, this.#last);
    if (path.net < WHIP_LEAST_PATH || path.net < WHIP_STRAIGHT * path.length) return;
    const confidence = Math.round(Math.min(1, path.net / path.length) * 100) / 100;
    this.whips.push({ start, end, confidence });
  }
}
