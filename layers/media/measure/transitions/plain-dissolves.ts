import type { History } from '../pictures/history.ts';
import type { Transition } from './gradual.ts';

/** Spread of the greys below which a picture is plain: it has a colour and nothing else. */
const PLAIN = 6;
/** Levels a frame by which the mean colour moves while one plain picture goes over into another. */
const MOVING = 0.25;
/** Frames of rest that end it. */
const RESTING = 3;
const SHORTEST_FRAMES = 4;
const LONGEST_SECONDS = 3;
/** Levels between the two colours, and between their chroma: light alone changes no hue. */
const APART = 20;
const OTHER_HUE = 10;
/** Straight way over the way gone, and the largest part of it in one step. */
const STRAIGHT = 0.95;
const LEAP = 0.34;
/** Mean grey below which a plain colour is black: out of it and into it, that is a fade. */
const BLACK_COLOUR = 20;

/**
 * Finds dissolves between plain pictures, which have no structure to compare: their colour moves
 * straight and evenly.
 */
export class PlainDissolveDetector {
  readonly transitions: Transition[] = [];
  readonly #history: History;
  /** The last frame of the old colour. */
  #from: number | undefined;
  #last = 0;
  #way = 0;
  #leap = 0;

  constructor(history: History) {
    this.#history = history;
  }

  push(): void {
    const history = this.#history;
    const now = history.count - 1;
    if (now < 1) return;
    const plain = history.spread(now) < PLAIN && history.spread(now - 1) < PLAIN;
    const step = plain ? history.colourDistance(now - 1, now).all : 0;
    if (step >= MOVING) {
      if (this.#from === undefined) {
        this.#from = now - 1;
        this.#way = 0;
        this.#leap = 0;
      }
      this.#last = now;
      this.#way += step;
      this.#leap = Math.max(this.#leap, step);
    } else if (this.#from !== undefined && (!plain || now - this.#last >= RESTING)) this.finish();
  }

  finish(): void {
    const history = this.#history;
    const from = this.#from;
    const to = this.#last;
    this.#from = undefined;
    if (from === undefined || from < history.first || to - from < SHORTEST_FRAMES) return;
    const { all, chroma } = history.colourDistance(from, to);
    const [start, end] = [history.seconds(from + 1), history.seconds(to)];
    if (all < APART || chroma < OTHER_HUE || end - start > LONGEST_SECONDS) return;
    if (all < STRAIGHT * this.#way || this.#leap > LEAP * all) return;
    if (Math.min(history.mean(from), history.mean(to)) < BLACK_COLOUR) return;
    const confidence = Math.round((all / this.#way) * 100) / 100;
    this.transitions.push({ kind: 'dissolve', start, end, confidence });
  }
}
