import { at, BLACK_MEAN, PIXELS, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { Light } from './light.ts';
import {
  FADE_EMPTY_SPREAD,
  FADE_EMPTY_TINT,
  FADE_MARK,
  FADE_MARKS,
  FADE_MARKS_STAY,
} from './thresholds.ts';

const { max, min, sqrt } = Math;

/** Cells of a black frame that are lit. */
class Marks {
  /** Their greys, 0 in all other cells; and 1 in them and in the cells around them. */
  readonly #lights = new Uint8Array(PIXELS);
  readonly #near = new Uint8Array(PIXELS);
  count = 0;

  take(grey: Uint8Array): void {
    this.count = 0;
    this.#near.fill(0);
    for (let i = 0; i < PIXELS; i++) {
      const light = at(grey, i);
      this.#lights[i] = light > FADE_MARK ? light : 0;
      if (light <= FADE_MARK) continue;
      this.count++;
      this.#markAround(i);
    }
  }

  #markAround(cell: number): void {
    const [x, y] = [cell % SIDE, Math.floor(cell / SIDE)];
    for (let row = max(0, y - 1); row <= min(SIDE - 1, y + 1); row++)
      this.#near.fill(1, row * SIDE + max(0, x - 1), row * SIDE + min(SIDE, x + 2));
  }

  /** The light they have, as a part of that in another frame: the brightest tell most. */
  share(grey: Uint8Array): number {
    let [own, other] = [0, 0];
    for (let i = 0; i < PIXELS; i++) {
      const light = at(this.#lights, i);
      own += light * light;
      other += light * at(grey, i);
    }
    return own / max(1, other);
  }

  /** What the cells beside them come to: means of their greys and of the squares, and the tint. */
  beside(grey: Uint8Array, colours: Uint8Array): { mean: number; square: number; tint: number } {
    let [cells, sum, squares, cb, cr] = [0, 0, 0, 0, 0];
    for (let i = 0; i < PIXELS; i++) {
      if (this.#near[i] === 1) continue;
      const value = at(grey, i);
      cells++;
      sum += value;
      squares += value * value;
      cb += at(colours, i);
      cr += at(colours, PIXELS + i);
    }
    const all = max(1, cells);
    const tint = sqrt((cb / all - 128) ** 2 + (cr / all - 128) ** 2);
    return { mean: sum / all, square: squares / all, tint };
  }
}

/**
 * The light of a picture that sinks into black under marks which stay: the sign of a channel, a clock,
 * a subtitle. They are the few cells that are lit in the black frame, and those around them.
 */
export class LightBesideMarks implements Light {
  readonly ground = 'black';
  readonly #history: History;
  /** Of the frame that was looked at last, and of the black one that others are compared with. */
  readonly #seen = new Marks();
  readonly #marks = new Marks();

  constructor(history: History) {
    this.#history = history;
  }

  isEmpty(frame: number): boolean {
    const history = this.#history;
    if (history.mean(frame) > BLACK_MEAN + 255 * FADE_MARKS) return false;
    this.#seen.take(history.grey(frame));
    if (this.#seen.count > FADE_MARKS * PIXELS) return false;
    const { mean, square, tint } = this.#seen.beside(history.grey(frame), history.colours(frame));
    const spread = sqrt(max(0, square - mean * mean));
    return spread < FADE_EMPTY_SPREAD && mean < BLACK_MEAN && tint < FADE_EMPTY_TINT;
  }

  begin(black: number): void {
    this.#marks.take(this.#history.grey(black));
  }

  level(frame: number): number {
    const history = this.#history;
    const { square, tint } = this.#marks.beside(history.grey(frame), history.colours(frame));
    return sqrt(square + tint * tint);
  }

  /** There are marks, and they shine as they do in the full picture: a lamp goes with its room. */
  mayReach(full: number): boolean {
    return this.#marks.count > 0 && this.#marks.share(this.#history.grey(full)) >= FADE_MARKS_STAY;
  }
}
