import { BLACK_MEAN } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { FADE_EMPTY_SPREAD, FADE_EMPTY_TINT } from './thresholds.ts';

const WHITE = 255;

type Ground = 'black' | 'white';

/** How a picture sinks into black, or into white, and rises out of it. */
export interface Light {
  readonly ground: Ground;
  /** True for a picture without structure that is as dark, or as bright, as can be. */
  isEmpty(frame: number): boolean;
  /** How far a picture is from black, or white, all over, in grey levels: root mean square. */
  level(frame: number): number;
  /** Called with the empty frame that the levels from here on are compared with. */
  begin(frame: number): void;
  /** Whether the light of a full picture may have come from an empty frame, or gone there. */
  mayReach(full: number, empty: number): boolean;
}

/** The light of all of a picture. */
export class WholeLight implements Light {
  readonly ground: Ground;
  readonly #history: History;

  constructor(history: History, ground: Ground) {
    this.#history = history;
    this.ground = ground;
  }

  isEmpty(frame: number): boolean {
    const history = this.#history;
    return (
      history.spread(frame) < FADE_EMPTY_SPREAD &&
      this.#mean(frame) < BLACK_MEAN &&
      history.tint(frame) < FADE_EMPTY_TINT
    );
  }

  /** A plain blue is nearly as dark as black, and is told from it by its tint. */
  level(frame: number): number {
    const history = this.#history;
    const [mean, spread, tint] = [this.#mean(frame), history.spread(frame), history.tint(frame)];
    return Math.sqrt(mean * mean + spread * spread + tint * tint);
  }

  begin(): void {
    // All of a picture is compared with any empty one.
  }

  mayReach(): boolean {
    return true;
  }

  #mean(frame: number): number {
    const mean = this.#history.mean(frame);
    return this.ground === 'white' ? WHITE - mean : mean;
  }
}
