import { at, FINE, FINE_PIXELS } from '../pictures/grey.ts';
import type { Area } from '../pictures/lit-area.ts';
import type { Pictures } from './backwards.ts';
import { cellsOf } from './marks.ts';
import { boundsOf, detailIn } from './regions.ts';
import { DIGIT_WIDE, OVERLAY_LEAST_CELLS, SWAP_AS_FINE, SWAP_SHARE } from './thresholds.ts';

const { abs, log, max, min } = Math;

/** What came in the place of something else: its own cells, and pictures of what both lie over. */
export interface InPlace {
  readonly history: Pictures;
  readonly marks: Int16Array;
}

/**
 * Tells what came at once from what went in the same place in that moment, as one line of writing
 * follows another: where the new one is brighter than its ground, cells that rose are its own, and
 * those that fell show the ground. Nothing is told where the picture got finer or plainer by it. The
 * writing may be brighter than its ground or darker.
 */
export function inPlace(
  history: Pictures,
  { before, after }: { readonly before: number; readonly after: number },
  marks: Int16Array,
): InPlace[] {
  const [a, b] = [history.planes(before), history.planes(after)];
  const box = boundsOf(cellsOf(marks));
  const [x0, y0, x1, y1] = box;
  if (x1 - x0 <= DIGIT_WIDE * FINE) return [];
  if (abs(log(detailIn(b, x0, y0, x1, y1) / detailIn(a, x0, y0, x1, y1))) > SWAP_AS_FINE) return [];
  const rose = marks.filter((mark) => at(b, mark) > at(a, mark));
  const fell = marks.filter((mark) => at(b, mark) < at(a, mark));
  const least = max(OVERLAY_LEAST_CELLS, SWAP_SHARE * marks.length);
  if (min(rose.length, fell.length) < least) return [];
  return [
    { history: new Beneath(history, box, after, min), marks: rose },
    { history: new Beneath(history, box, after, max), marks: fell },
  ];
}

/**
 * A history in which a box shows, up to the coming of a thing, what is no brighter (or no darker)
 * than the thing itself: the ground beside what it took the place of.
 */
class Beneath implements Pictures {
  readonly count: number;
  readonly first: number;
  readonly #history: Pictures;
  readonly #box: readonly [number, number, number, number];
  readonly #after: number;
  readonly #darker: (a: number, b: number) => number;
  readonly #known = new Map<number, Uint8Array>();

  constructor(
    history: Pictures,
    box: readonly [number, number, number, number],
    after: number,
    darker: (a: number, b: number) => number,
  ) {
    this.count = history.count;
    this.first = history.first;
    this.#history = history;
    this.#box = box;
    this.#after = after;
    this.#darker = darker;
  }

  get area(): Area {
    return this.#history.area;
  }

  planes(frame: number): Uint8Array {
    if (frame >= this.#after) return this.#history.planes(frame);
    let planes = this.#known.get(frame);
    if (!planes) {
      planes = this.#beneath(this.#history.planes(frame), this.#history.planes(this.#after));
      this.#known.set(frame, planes);
    }
    return planes;
  }

  #beneath(without: Uint8Array, withIt: Uint8Array): Uint8Array {
    const planes = without.slice();
    const [x0, y0, x1, y1] = this.#box;
    for (let y = y0; y < y1; y++) {
      for (let i = y * FINE + x0; i < y * FINE + x1; i++)
        planes[i] = this.#darker(at(without, i), at(withIt, i));
    }
    return planes;
  }

  fine(frame: number): Uint8Array {
    return this.planes(frame).subarray(0, FINE_PIXELS);
  }

  colours(frame: number): Uint8Array {
    return this.#history.colours(frame);
  }

  grey(frame: number): Uint8Array {
    return this.#history.grey(frame);
  }

  seconds(frame: number): number {
    return this.#history.seconds(frame);
  }

  change(frame: number): number {
    return this.#history.change(frame);
  }

  unlike(frame: number): ReturnType<Pictures['unlike']> {
    return this.#history.unlike(frame);
  }
}
