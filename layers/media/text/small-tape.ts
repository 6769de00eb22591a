import { FINE, FINE_PIXELS } from '../measure/pictures/grey.ts';

/** Frames kept at most: 8 MB. Edges further back are told by the pictures that were read. */
const MOST_FRAMES = 2048;
/** Frames before and after a moment that are compared: single ones flicker. */
const AROUND = 3;
/** Part of the greatest change that already belongs to it: writing may be faded in. */
const BEGINS = 0.7;

/** Levels by which a region changes more than the picture when something comes or goes there. */
const ALONE = 5;

/** A box as fractions of the picture. */
export type Region = readonly [number, number, number, number];

/** A change of a region of the picture. */
export interface Edge {
  /** The frame with which something came here, if it came. */
  readonly comes: number;
  /** The same, if it went. */
  readonly goes: number;
  /** Grey levels. */
  readonly change: number;
  /** The rest of the picture changed less: something came or went here. */
  readonly isAlone: boolean;
}

interface Kept {
  readonly seconds: number;
  readonly grey: Uint8Array;
}

/** The fine greys of the frames between pictures that are read. */
export class SmallTape {
  #frames: Kept[] = [];

  push(seconds: number, planes: Uint8Array): void {
    this.#frames.push({ seconds, grey: new Uint8Array(planes.subarray(0, FINE_PIXELS)) });
    if (this.#frames.length > MOST_FRAMES) this.#frames.splice(0, MOST_FRAMES / 4);
  }

  /** The last frame whose change is known: those after it that it is compared with are kept. */
  get known(): number {
    return this.#frames.at(-1 - AROUND)?.seconds ?? Number.NEGATIVE_INFINITY;
  }

  /** Lets go of what comes before a second, but for the frames that are compared with it. */
  forgetBefore(seconds: number): void {
    const first = this.#frames.findIndex((frame) => frame.seconds >= seconds);
    if (first > AROUND) this.#frames.splice(0, first - AROUND);
  }

  /**
   * How a region changed most with a frame after `from`, up to `to`; undefined when no frame in
   * between is kept.
   */
  edge(region: Region, from: number, to: number): Edge | undefined {
    const cells = cellsOf(region);
    const changes = this.#frames.flatMap(({ seconds }, at) =>
      seconds > from && seconds <= to
        ? [{ at: seconds, here: this.#changeAt(at, cells), all: this.#changeAt(at, EVERYWHERE) }]
        : [],
    );
    // What changes here alone is writing; a cut changes everything.
    const alone = greatestOf(changes.map(({ here, all }) => here - all));
    const here = greatestOf(changes.map((change) => change.here));
    const isAlone = alone.value >= ALONE;
    const comes = isAlone ? alone.first : here.first;
    // What changes here behind a cut that changed it more has come in place of what went.
    const goes = Math.min(comes, here.first);
    const [come, go] = [changes[comes], changes[goes]];
    return come && go && { comes: come.at, goes: go.at, change: here.value, isAlone };
  }

  /** Mean difference, over cells, of the frames before and those from a frame on. */
  #changeAt(frame: number, cells: readonly number[]): number {
    const before = this.#frames.slice(Math.max(0, frame - AROUND), frame);
    const after = this.#frames.slice(frame, frame + AROUND);
    if (before.length === 0) return 0;
    const sum = cells.reduce(
      (all, cell) => all + Math.abs(meanOf(after, cell) - meanOf(before, cell)),
      0,
    );
    return sum / cells.length;
  }
}

/** The greatest value, and the first of those beside it that belong to it. */
function greatestOf(values: readonly number[]): { readonly value: number; readonly first: number } {
  const value = Math.max(...values);
  let first = values.indexOf(value);
  while (first > 0 && (values[first - 1] ?? 0) >= BEGINS * value) first--;
  return { value, first };
}

const meanOf = (frames: readonly Kept[], cell: number): number =>
  frames.reduce((sum, { grey }) => sum + (grey[cell] as number), 0) / frames.length;

/** The cells that lie in a region, at least those of its middle. */
function cellsOf([left, top, right, bottom]: Region): number[] {
  const [x0, y0] = [Math.floor(left * FINE), Math.floor(top * FINE)];
  const x1 = Math.min(FINE, Math.max(x0 + 1, Math.ceil(right * FINE)));
  const y1 = Math.min(FINE, Math.max(y0 + 1, Math.ceil(bottom * FINE)));
  const cells: number[] = [];
  for (let y = Math.min(y0, FINE - 1); y < y1; y++) {
    for (let x = Math.min(x0, FINE - 1); x < x1; x++) cells.push(y * FINE + x);
  }
  return cells;
}

/** Some cells of the whole picture. */
const EVERYWHERE = cellsOf([0, 0, 1, 1]).filter((_, at) => at % 7 === 0);
