import { changeSums, takePicture } from '../kernels/coarse.ts';
import { correlation, type Difference, difference, noDifference } from './difference.ts';
import { FINE_PIXELS, num, PIXELS, PLANES, SIDE, SMALL } from './grey.ts';
import type { History } from './history.ts';
import { type Area, LitArea, WHOLE } from './lit-area.ts';
import { fillPalette, PALETTE_CELLS, paletteDistance } from './palette.ts';
import { StillBorder } from './still-border.ts';
import {
  HISTORY_FLAT,
  HISTORY_FLAT_CHANGE,
  HISTORY_RESTRUCTURED,
  HISTORY_STILL,
} from './thresholds.ts';

const { abs, max, sqrt } = Math;

/** Frames remembered: 2 s at 240 frames a second, 6.5 MB. */
export const CAPACITY = 512;
const MASK = CAPACITY - 1;
const NOTHING = noDifference();

/** All frames of a read, of which the newest CAPACITY are remembered. */
export class FrameHistory implements History {
  count = 0;
  readonly #end: number;
  readonly #greys = Array.from({ length: CAPACITY }, () => new Uint8Array(PIXELS));
  readonly #planes = Array.from({ length: CAPACITY }, () =>
    new Uint8Array(PLANES).fill(128, FINE_PIXELS, SMALL.bytes),
  );
  readonly #fine = this.#planes.map((planes) => planes.subarray(0, FINE_PIXELS));
  readonly #colours = this.#planes.map((planes) => planes.subarray(FINE_PIXELS));
  readonly #soft = Array.from({ length: CAPACITY }, () => new Float32Array(PIXELS));
  readonly #seconds = new Float64Array(CAPACITY);
  readonly #mean = new Float64Array(CAPACITY);
  readonly #spread = new Float64Array(CAPACITY);
  readonly #cb = new Float64Array(CAPACITY).fill(128);
  readonly #cr = new Float64Array(CAPACITY).fill(128);
  readonly #change = new Float64Array(CAPACITY);
  readonly #palettes = Array.from({ length: CAPACITY }, () => new Float64Array(PALETTE_CELLS));
  /** Which frame the palette of each slot is of: it is filled when it is first asked for. */
  readonly #painted = new Float64Array(CAPACITY).fill(-1);
  readonly #repaint = new Float64Array(CAPACITY);
  readonly #unlike = Array.from({ length: CAPACITY }, noDifference);
  readonly #lit = new LitArea();
  readonly #border = new StillBorder();
  #area: Area = this.#lit.area;
  readonly #lines = Array.from({ length: CAPACITY }, () => new Uint16Array(2 * SIDE));
  readonly #energy = new Float64Array(CAPACITY);
  readonly #detailX = new Float64Array(CAPACITY);
  readonly #detailY = new Float64Array(CAPACITY);

  /** `end` is the second at which the last frame stops being shown. */
  constructor(end: number) {
    this.#end = end;
  }

  get first(): number {
    return max(0, this.count - CAPACITY);
  }

  /** Copies a frame in and measures it: 64x64 of luma, then, if any, 32x32 of Cb and of Cr. */
  push(seconds: number, planes: Uint8Array): void {
    const slot = this.count & MASK;
    const target = this.#greys[slot] as Uint8Array;
    const before = this.#greys[(this.count - 1) & MASK] as Uint8Array;
    (this.#planes[slot] as Uint8Array).set(planes.subarray(0, SMALL.bytes));
    const sums = takePicture(planes, target, this.#soft[slot] as Float32Array);
    this.#lit.push(target);
    const colours = this.#colours[slot] as Uint8Array;
    this.#border.push({ grey: target, colours }, this.count === 0);
    this.#area = this.#border.area === WHOLE ? this.#lit.area : this.#border.area;
    this.#seconds[slot] = seconds;
    const change = changeSums(before, target, this.#lines[slot] as Uint16Array);
    const mean = sums.greys / PIXELS;
    this.#mean[slot] = mean;
    this.#spread[slot] = sqrt(max(0, sums.squares / PIXELS - mean * mean));
    const moved = this.count === 0 ? 0 : change / PIXELS;
    this.#change[slot] = moved;
    const unlike = this.#unlike[slot] as Difference;
    // Nothing can be a cut where hardly a grey moved: most frames of a quiet shot end here.
    if (moved < HISTORY_STILL) Object.assign(unlike, NOTHING);
    else difference(before, target, this.#area, unlike);
    this.#repaint[slot] = this.count === 0 ? 0 : this.#repainted(this.count - 1, this.count);
    if (planes.length > FINE_PIXELS) {
      this.#cb[slot] = sums.cb / PIXELS;
      this.#cr[slot] = sums.cr / PIXELS;
    }
    this.#energy[slot] = sums.energy / PIXELS;
    this.#detailX[slot] = sums.across / PIXELS;
    this.#detailY[slot] = sums.down / PIXELS;
    this.count++;
  }

  framesBetween(from: number, to: number): number {
    return to - from;
  }

  grey(frame: number): Uint8Array {
    return this.#greys[frame & MASK] as Uint8Array;
  }

  fine(frame: number): Uint8Array {
    return this.#fine[frame & MASK] as Uint8Array;
  }

  planes(frame: number): Uint8Array {
    return this.#planes[frame & MASK] as Uint8Array;
  }

  colours(frame: number): Uint8Array {
    return this.#colours[frame & MASK] as Uint8Array;
  }

  soft(frame: number): Float32Array {
    return this.#soft[frame & MASK] as Float32Array;
  }

  seconds(frame: number): number {
    return frame < this.count ? num(this.#seconds, frame & MASK) : this.#end;
  }

  mean(frame: number): number {
    return num(this.#mean, frame & MASK);
  }

  colourDistance(a: number, b: number): { readonly all: number; readonly chroma: number } {
    const [i, j] = [a & MASK, b & MASK];
    const chroma =
      abs(num(this.#cb, i) - num(this.#cb, j)) + abs(num(this.#cr, i) - num(this.#cr, j));
    return { all: chroma + abs(num(this.#mean, i) - num(this.#mean, j)), chroma };
  }

  tint(frame: number): number {
    const slot = frame & MASK;
    const [b, r] = [num(this.#cb, slot) - 128, num(this.#cr, slot) - 128];
    return sqrt(b * b + r * r);
  }

  spread(frame: number): number {
    return num(this.#spread, frame & MASK);
  }

  change(frame: number): number {
    return num(this.#change, frame & MASK);
  }

  get area(): Area {
    return this.#area;
  }

  difference(a: number, b: number, out: Difference): Difference {
    return difference(this.grey(a), this.grey(b), this.#area, out);
  }

  correlation(a: number, b: number): number {
    return correlation(this.grey(a), this.grey(b), this.#area);
  }

  unlike(frame: number): Readonly<Difference> {
    return this.#unlike[frame & MASK] as Difference;
  }

  repaint(frame: number): number {
    return num(this.#repaint, frame & MASK);
  }

  paletteDistance(a: number, b: number): { readonly luma: number; readonly chroma: number } {
    return paletteDistance(this.#palette(a), this.#palette(b));
  }

  #palette(frame: number): Float64Array {
    const slot = frame & MASK;
    const palette = this.#palettes[slot] as Float64Array;
    if (this.#painted[slot] !== frame) fillPalette(this.grey(frame), this.colours(frame), palette);
    this.#painted[slot] = frame;
    return palette;
  }

  #repainted(before: number, frame: number): number {
    const flat = this.spread(before) < HISTORY_FLAT && this.spread(frame) < HISTORY_FLAT;
    // The same things in another light keep their structure.
    if (!flat && this.unlike(frame).structure < HISTORY_RESTRUCTURED) return 0;
    const { luma, chroma } = this.paletteDistance(before, frame);
    const apart = !flat || abs(this.mean(before) - this.mean(frame)) >= HISTORY_FLAT_CHANGE;
    return max(chroma, apart ? luma : 0);
  }

  lines(frame: number): Uint16Array {
    return this.#lines[frame & MASK] as Uint16Array;
  }

  energy(frame: number): number {
    return num(this.#energy, frame & MASK);
  }

  detailX(frame: number): number {
    return num(this.#detailX, frame & MASK);
  }

  detailY(frame: number): number {
    return num(this.#detailY, frame & MASK);
  }
}
