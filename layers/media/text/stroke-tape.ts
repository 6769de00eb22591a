import type { Region } from './small-tape.ts';
import type { TextSize } from './text-size.ts';

/** Pictures kept at most: 14 MB at 1280x720, and 12 s of them. */
const MOST_PICTURES = 30;
/**
 * Of the strokes that a line has and the ground does not, the part that is there while it stands:
 * of those that were counted some are a moving ground's.
 */
const STANDS = 0.4;
/** Part of its strokes that the ground may have as well. */
const MOST_GROUND = 0.6;
/** With fewer of its strokes left a line is gone. */
const SURELY_GONE = 0.3;

/** Between which pictures a line came or went. */
export interface Turn {
  readonly from: number;
  readonly to: number;
  readonly isSure: boolean;
}

/** Between which pictures other letters took the place of some. */
export interface Rewriting {
  readonly from: number;
  readonly to: number;
  /** Most of the pictures between the two show neither: it is written anew all the time, as by a clock. */
  readonly isRunning: boolean;
}

interface Kept {
  readonly seconds: number;
  readonly strokes: Int8Array;
}

/**
 * Where letters may have their strokes, in all pictures between those that are read: what tells when
 * a line was last seen, and when first, to the picture.
 */
export class StrokeTape {
  readonly #width: number;
  readonly #height: number;
  #pictures: Kept[] = [];

  constructor({ width, height }: Pick<TextSize, 'width' | 'height'>) {
    this.#width = width;
    this.#height = height;
  }

  /** Takes the edges of a picture, as its chooser counts them; they are copied. */
  push(seconds: number, edges: Int8Array): void {
    this.#pictures.push({ seconds, strokes: edges.slice() });
    if (this.#pictures.length > MOST_PICTURES) this.#pictures.shift();
  }

  /** Seconds of the last picture. */
  get last(): number | undefined {
    return this.#pictures.at(-1)?.seconds;
  }

  forgetBefore(seconds: number): void {
    const first = this.#pictures.findIndex((picture) => picture.seconds >= seconds);
    if (first > 0) this.#pictures.splice(0, first);
  }

  /**
   * Of two pictures, the first of which shows a line: between which others it went; undefined where
   * its strokes are still there, or tell nothing.
   */
  went(region: Region, from: number, to: number): Turn | undefined {
    const turn = this.#turnOf(region, this.#between(from, to));
    if (!turn) return undefined;
    const { stands, gone, ground } = turn;
    return { from: stands, to: gone, isSure: ground < SURELY_GONE };
  }

  /** Of two pictures, the second of which shows a line: between which others it came. */
  came(region: Region, from: number, to: number): Turn | undefined {
    const turn = this.#turnOf(region, this.#between(from, to).reverse());
    if (!turn) return undefined;
    const { stands, gone, ground } = turn;
    return { from: gone, to: stands, isSure: ground < SURELY_GONE };
  }

  /**
   * Of two pictures that show letters in one place: between which others the second ones came;
   * undefined where both have the same strokes there.
   */
  rewritten(region: Region, from: number, to: number): Rewriting | undefined {
    const pictures = this.#between(from, to);
    const [first] = pictures;
    const last = pictures.at(-1);
    if (!first || !last || first === last) return undefined;
    if (this.#alike(region, first, last) > MOST_GROUND) return undefined;
    const likeFirst = pictures.map((picture) => this.#alike(region, first, picture));
    const likeLast = pictures.map((picture) => this.#alike(region, last, picture));
    const at = likeFirst.findIndex((alike, n) => alike < (likeLast[n] as number));
    const neither = likeFirst.filter(
      (alike, n) => Math.max(alike, likeLast[n] as number) <= MOST_GROUND,
    );
    const [before, after] = [pictures[at - 1] ?? first, pictures[at] ?? last];
    return {
      from: before.seconds,
      to: after.seconds,
      isRunning: 2 * neither.length > pictures.length - 2,
    };
  }

  /** Part of the strokes of two pictures that both have: of the one that has more of its own. */
  #alike(region: Region, one: Kept, other: Kept): number {
    return Math.min(this.#kept(region, one, other), this.#kept(region, other, one));
  }

  #between(from: number, to: number): Kept[] {
    const pictures = this.#pictures.filter(({ seconds }) => seconds >= from && seconds <= to);
    const isWhole = pictures[0]?.seconds === from && pictures.at(-1)?.seconds === to;
    return isWhole ? pictures : [];
  }

  /**
   * The last picture that shows the strokes of the first, and the next one; undefined where the
   * second has other strokes: what moves, as a sign in a view, stands no shorter for that.
   */
  #turnOf(region: Region, pictures: readonly Kept[]) {
    const [first] = pictures;
    const last = pictures.at(-1);
    if (!first || !last) return undefined;
    const ground = this.#kept(region, first, last);
    if (ground > MOST_GROUND) return undefined;
    const least = ground + STANDS * (1 - ground);
    const at = pictures.findIndex((picture) => this.#kept(region, first, picture) < least);
    if (at < 2) return undefined;
    const [stands = first, gone = last] = pictures.slice(at - 1);
    return { stands: stands.seconds, gone: gone.seconds, ground };
  }

  /** Part of the strokes of one picture that another has too. */
  #kept([left, top, right, bottom]: Region, one: Kept, other: Kept): number {
    const width = this.#width;
    const [x0, x1] = [Math.floor(left * width), Math.ceil(right * width)];
    // Of every second line.
    const [y0, y1] = [top, bottom].map((y) => Math.round((y * this.#height) / 2)) as [
      number,
      number,
    ];
    let all = 0;
    let kept = 0;
    for (let y = y0; y < y1; y++) {
      for (let at = y * width + x0; at < y * width + x1; at++) {
        const stroke = one.strokes[at];
        if (!stroke) continue;
        all++;
        if (other.strokes[at] === stroke) kept++;
      }
    }
    return all === 0 ? 1 : kept / all;
  }
}
