import { at, PIXELS } from './pictures/grey.ts';
import type { History } from './pictures/history.ts';
import type { Stretch } from './stretch.ts';
import { BLACK_CELL, BLACK_SHARE } from './thresholds.ts';

/** Finds runs of frames that are black all over. */
export class BlackDetector {
  readonly stretches: Stretch[] = [];
  readonly #history: History;
  #start: number | undefined;

  constructor(history: History) {
    this.#history = history;
  }

  push(): void {
    const now = this.#history.count - 1;
    if (this.#black(this.#history.grey(now))) this.#start ??= this.#history.seconds(now);
    else this.#end(now);
  }

  finish(): void {
    this.#end(this.#history.count);
  }

  #black(grey: Uint8Array): boolean {
    const most = PIXELS * (1 - BLACK_SHARE);
    let bright = 0;
    for (let i = 0; i < PIXELS && bright <= most; i++) if (at(grey, i) > BLACK_CELL) bright++;
    return bright <= most;
  }

  #end(to: number): void {
    const start = this.#start;
    if (start !== undefined) this.stretches.push({ start, end: this.#history.seconds(to) });
    this.#start = undefined;
  }
}
