import { at, BLACK_MEAN, PIXELS, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { type Area, cellsIn, withoutEdge } from '../pictures/lit-area.ts';
import type { Light } from './light.ts';
import {
  FADE_EMPTY_SPREAD,
  FADE_EMPTY_TINT,
  FADE_MARK,
  FADE_MARKS,
  FADE_MARKS_STAY,
  FADE_MARKS_STEADY,
  FADE_MARKS_THIN,
} from './thresholds.ts';

const { max, min, sqrt } = Math;

/** Cells of a black frame that are lit: marks on the film, and a border around it. */
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

/** Whether more of the film is lit than marks may be: of most pictures few cells tell. */
function isLit(grey: Uint8Array, film: Area): boolean {
  const most = FADE_MARKS * cellsIn(film);
  let lit = 0;
  for (let y = film.top; y < film.bottom; y++) {
    for (let i = y * SIDE + film.left; i < y * SIDE + film.right; i++)
      if (at(grey, i) > FADE_MARK && ++lit > most) return true;
  }
  return false;
}

/**
 * The light of a picture that sinks into black under marks which stay: the sign of a channel, a clock,
 * a subtitle, or within a border of another colour. They are the cells that are lit in the black
 * frame, of which the film has few, and those around them.
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
    const film = withoutEdge(history.area);
    if (isLit(history.grey(frame), film)) return false;
    this.#seen.take(history.grey(frame));
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

  /**
   * There are marks, and they shine as they do in the full picture: a lamp goes with its room. A thin
   * one has the light of the picture in its cells too: that it shines on in the dark tells it then.
   */
  mayReach(full: number, empty: number): boolean {
    if (this.#marks.count === 0) return false;
    const share = this.#share(full);
    if (share >= FADE_MARKS_STAY) return true;
    const beyond = empty + Math.sign(empty - full);
    if (beyond < this.#history.first || beyond >= this.#history.count) return false;
    const gone = Math.abs(1 - this.#share(beyond) / this.#share(empty));
    return share >= FADE_MARKS_THIN && gone <= FADE_MARKS_STEADY;
  }

  #share(frame: number): number {
    return this.#marks.share(this.#history.grey(frame));
  }
}
