import type { Difference } from './difference.ts';
import { CAPACITY } from './frame-history.ts';
import type { History } from './history.ts';
import type { Area } from './lit-area.ts';

const MASK = CAPACITY - 1;

/**
 * The frames of a history that show another picture than the one before, numbered anew. It holds
 * none of them itself.
 */
export class DistinctHistory implements History {
  count = 0;
  first = 0;
  readonly #all: History;
  /** The number of each frame among all of them. */
  readonly #numbers = new Float64Array(CAPACITY);

  constructor(all: History) {
    this.#all = all;
  }

  /** Takes the newest of all frames. */
  push(): void {
    this.#numbers[this.count & MASK] = this.#all.count - 1;
    this.count++;
    while (this.#of(this.first) < this.#all.first) this.first++;
  }

  #of(frame: number): number {
    return frame < this.count ? (this.#numbers[frame & MASK] as number) : this.#all.count;
  }

  framesBetween(from: number, to: number): number {
    return this.#of(to) - this.#of(from);
  }

  get area(): Area {
    return this.#all.area;
  }

  grey(frame: number): Uint8Array {
    return this.#all.grey(this.#of(frame));
  }

  fine(frame: number): Uint8Array {
    return this.#all.fine(this.#of(frame));
  }

  planes(frame: number): Uint8Array {
    return this.#all.planes(this.#of(frame));
  }

  colours(frame: number): Uint8Array {
    return this.#all.colours(this.#of(frame));
  }

  soft(frame: number): Float32Array {
    return this.#all.soft(this.#of(frame));
  }

  seconds(frame: number): number {
    return this.#all.seconds(this.#of(frame));
  }

  mean(frame: number): number {
    return this.#all.mean(this.#of(frame));
  }

  colourDistance(a: number, b: number): { readonly all: number; readonly chroma: number } {
    return this.#all.colourDistance(this.#of(a), this.#of(b));
  }

  tint(frame: number): number {
    return this.#all.tint(this.#of(frame));
  }

  spread(frame: number): number {
    return this.#all.spread(this.#of(frame));
  }

  change(frame: number): number {
    return this.#all.change(this.#of(frame));
  }

  difference(a: number, b: number, out: Difference): Difference {
    return this.#all.difference(this.#of(a), this.#of(b), out);
  }

  correlation(a: number, b: number): number {
    return this.#all.correlation(this.#of(a), this.#of(b));
  }

  unlike(frame: number): Readonly<Difference> {
    return this.#all.unlike(this.#of(frame));
  }

  repaint(frame: number): number {
    return this.#all.repaint(this.#of(frame));
  }

  paletteDistance(a: number, b: number): { readonly luma: number; readonly chroma: number } {
    return this.#all.paletteDistance(this.#of(a), this.#of(b));
  }

  lines(frame: number): Uint16Array {
    return this.#all.lines(this.#of(frame));
  }

  energy(frame: number): number {
    return this.#all.energy(this.#of(frame));
  }

  detailX(frame: number): number {
    return this.#all.detailX(this.#of(frame));
  }

  detailY(frame: number): number {
    return this.#all.detailY(this.#of(frame));
  }
}
