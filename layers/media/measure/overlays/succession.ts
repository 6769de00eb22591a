import { at, FINE } from '../pictures/grey.ts';
import type { Pictures } from './backwards.ts';
import type { Overlay } from './overlay.ts';
import { isRewrittenMeanwhile } from './rewritten.ts';
import {
  OVERLAY_LEAST_WIDE,
  SUCCESSION_FINER,
  SUCCESSION_MOST_UNREST,
  SUCCESSION_OTHER,
  SUCCESSION_REACH,
  SUCCESSION_STEP,
  SUCCESSION_TALL,
  SUCCESSION_WRITTEN,
} from './thresholds.ts';
import { changeOver } from './traits.ts';
import { cutBetween } from './unrest.ts';

const { abs, ceil, floor, max, min } = Math;

type Box = readonly [number, number, number, number];

/** Where writing stood, and the fine greys of the picture before it came and with it. */
interface Written {
  readonly region: Overlay['region'];
  readonly without: Uint8Array;
  readonly withIt: Uint8Array;
}

/** A line of writing in the place of another one: seconds, `end` null while it is there. */
export interface Line {
  readonly start: number;
  end: number | null;
  readonly region: Overlay['region'];
  /** How far it went from what it first showed, at most, in parts of what writing stands out by. */
  unrest: number;
}

/**
 * Follows a place from the frame on in which writing went from it. As long as the picture there is
 * about as fine as with the writing, a line stands there; where it steps at once, the next one does.
 */
export class Succession {
  readonly lines: Line[] = [];
  readonly #pictures: Pictures;
  readonly #box: Box;
  readonly #without: Uint8Array;
  /** Detail of a cell without writing and with it. */
  readonly #bare: number;
  readonly #fine: number;
  /** Levels by which writing stands out, over all cells of its box. */
  readonly #step: number;
  #open: { line: Line; marks: Int16Array; first: Uint8Array } | undefined;

  constructor(pictures: Pictures, { region, without, withIt }: Written) {
    const box = boxOf(region);
    const marks = cellsIn(box);
    this.#pictures = pictures;
    this.#box = box;
    this.#without = without.slice();
    this.#bare = detailOf(without, box);
    this.#fine = detailOf(withIt, box);
    this.#step = changeOver(marks, without, withIt);
  }

  /** Looks at what stands there from a frame on, in which the place changed; false where it is bare. */
  begin(frame: number): boolean {
    this.#open = undefined;
    if (this.#fine < SUCCESSION_FINER * this.#bare) return false;
    const [a, b] = [this.#pictures.planes(frame - 1), this.#pictures.planes(frame)];
    const box = this.#writtenIn(a, b);
    if (!box || box[2] - box[0] < OVERLAY_LEAST_WIDE) return false;
    const region = box.map((side) => side / FINE) as Overlay['region'];
    const start = this.#pictures.seconds(frame);
    const line: Line = { start, end: null, region, unrest: 0 };
    this.lines.push(line);
    this.#open = { line, marks: cellsIn(box), first: b.slice() };
    return true;
  }

  /** True while lines follow each other. */
  push(frame: number): boolean {
    const open = this.#open;
    if (!open) return false;
    const { line, marks, first } = open;
    const [a, b] = [this.#pictures.planes(frame - 1), this.#pictures.planes(frame)];
    const change = changeOver(marks, a, b);
    if (change >= SUCCESSION_STEP * this.#step) {
      if (cutBetween(this.#pictures, frame - 1, frame)) {
        line.end = this.#pictures.seconds(frame);
        this.#open = undefined;
        return false;
      }
      if (isRewrittenMeanwhile(this.#pictures, { marks, step: this.#step }, frame)) {
        line.end = this.#pictures.seconds(frame);
        return this.begin(frame);
      }
    }
    line.unrest = max(line.unrest, changeOver(marks, first, b) / this.#step);
    if (line.unrest <= SUCCESSION_MOST_UNREST) return true;
    this.lines.pop();
    this.#open = undefined;
    return false;
  }

  /** The box of what is written there in a picture, undefined where it is bare. */
  #writtenIn(before: Uint8Array, after: Uint8Array): Box | undefined {
    const [x0, y0, x1, y1] = this.#box;
    const finer = SUCCESSION_WRITTEN * (this.#fine - this.#bare);
    const tall = y1 - y0;
    let [left, right] = [x0, x1];
    let [top, bottom] = [y0, y1];
    const changed = (box: Box): boolean =>
      stepIn(before, after, box) >= SUCCESSION_STEP * this.#step;
    const written = (box: Box): boolean =>
      detailOf(after, box) >= finer + max(this.#bare, detailOf(this.#without, box));
    const reach = SUCCESSION_REACH;
    // A longer line reaches farther to both sides, a second one above or below.
    while (top > max(0, y0 - tall - 1) && changed([left, top - 1, right, top])) top--;
    while (bottom < min(FINE, y1 + tall + 1) && changed([left, bottom, right, bottom + 1]))
      bottom++;
    while (left > 0 && changed([max(0, left - reach), top, left, bottom])) left--;
    while (right < FINE && changed([right, top, min(FINE, right + reach), bottom])) right++;
    while (left < right && !written([left, top, min(right, left + reach), bottom])) left++;
    while (right > left && !written([max(left, right - reach), top, right, bottom])) right--;
    if (left >= right) return undefined;
    while (top < bottom && !written([left, top, right, top + 1])) top++;
    while (bottom > top && !written([left, bottom - 1, right, bottom])) bottom--;
    if (bottom - top < SUCCESSION_TALL * tall) return undefined;
    const box: Box = [left, top, right, bottom];
    const differs = stepIn(this.#without, after, box) >= SUCCESSION_OTHER * this.#step;
    return differs && written(box) ? box : undefined;
  }
}

const boxOf = ([x0, y0, x1, y1]: Overlay['region']): Box => [
  max(0, floor(x0 * FINE + 0.01)),
  max(0, floor(y0 * FINE + 0.01)),
  min(FINE, ceil(x1 * FINE - 0.01)),
  min(FINE, ceil(y1 * FINE - 0.01)),
];

function cellsIn([x0, y0, x1, y1]: Box): Int16Array {
  const cells = new Int16Array((x1 - x0) * (y1 - y0));
  let count = 0;
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) cells[count++] = y * FINE + x;
  return cells;
}

/** Mean change of the cells of a box. */
function stepIn(a: Uint8Array, b: Uint8Array, [x0, y0, x1, y1]: Box): number {
  let sum = 0;
  for (let y = y0; y < y1; y++)
    for (let i = y * FINE + x0; i < y * FINE + x1; i++) sum += abs(at(a, i) - at(b, i));
  return sum / max(1, (x1 - x0) * (y1 - y0));
}

/** Mean steps from a cell of a box to those left of it and above it. */
function detailOf(picture: Uint8Array, [x0, y0, x1, y1]: Box): number {
  let sum = 0;
  for (let y = max(1, y0); y < y1; y++) {
    for (let i = y * FINE + max(1, x0); i < y * FINE + x1; i++)
      sum += abs(at(picture, i) - at(picture, i - 1)) + abs(at(picture, i) - at(picture, i - FINE));
  }
  return sum / max(1, (x1 - x0) * (y1 - y0));
}
