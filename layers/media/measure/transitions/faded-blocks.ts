import { noDifference } from '../pictures/difference.ts';
import { CAPACITY } from '../pictures/frame-history.ts';
import { at, num, PIXELS, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import {
  BLOCKS_COLOUR,
  BLOCKS_COLOUR_LEAST,
  BLOCKS_EXACT,
  BLOCKS_HOPS,
  BLOCKS_OFF,
  BLOCKS_SHORTEST,
  BLOCKS_TOLD,
  BLOCKS_UNLIKE,
} from './thresholds.ts';

const { abs, log, max, min, round, sqrt } = Math;

/** Blocks of a picture whose detail is followed: nine of luma, then four of Cb and four of Cr. */
const LUMA = 9;
const BLOCKS = 17;

/** A row or column of the coarse picture, as one of three and as one of two. */
const third = (line: number): number => Math.floor((line * 3) / SIDE);
const half = (line: number): number => Math.floor((line * 2) / SIDE);

interface Faded {
  readonly taken: number;
  readonly off: number;
}

/** How far off detail is as a share of what is taken: 1 where nothing is, which is no dissolve's. */
const shareOff = ({ taken, off }: Faded): number =>
  taken > 0 ? max(BLOCKS_EXACT, off / taken) : 1;

/** Two frames between which the detail of a picture fades, and how surely it is that of a dissolve. */
export interface FadedSpan {
  readonly start: number;
  readonly end: number;
  /** In natural logarithms; above 0 it tells a dissolve by itself. */
  readonly sure: number;
}

/**
 * Tells a dissolve by the detail of its frames: as `besideFadedDetail`, but block by block, and by
 * colours too. A mixture fades everywhere at once, also where the shots live on; what comes into a
 * view, or leaves it, fades where it is.
 */
export class FadedBlocks {
  readonly #history: History;
  readonly #energies = Array.from({ length: CAPACITY }, () => new Float64Array(BLOCKS));
  readonly #filled = new Float64Array(CAPACITY).fill(-1);
  readonly #unlike = noDifference();

  constructor(history: History) {
    this.#history = history;
  }

  /**
   * How surely the detail of the frames between two is that of a dissolve. The more unlike the two
   * are, the less of them has to be near to it.
   */
  sure(start: number, end: number): number {
    const unlike = this.#history.difference(start, end, this.#unlike).overall;
    return BLOCKS_UNLIKE * log(unlike) - this.beside(start, end) - BLOCKS_TOLD;
  }

  /** How far the detail of blocks is from a mixture's, colours weighed in, as a logarithm. */
  beside(start: number, end: number): number {
    const luma = this.#faded(start, end, 0, LUMA);
    const colour = this.#faded(start, end, LUMA, BLOCKS);
    const besideColour = colour.taken > BLOCKS_COLOUR_LEAST ? shareOff(colour) : 1;
    return log(shareOff(luma)) + BLOCKS_COLOUR * log(besideColour);
  }

  /**
   * The last frame of the one picture, and the first of the other, near two that are given: those
   * between which a mixture takes most of the detail, less what is off. `longest` is in frames.
   */
  span(from: number, to: number, longest: number): FadedSpan | undefined {
    const history = this.#history;
    const margin = round((to - from) / 3);
    const first = max(history.first + 1, from - margin);
    const last = min(history.count - 2, to + margin);
    const hop = max(1, round((last - first) / BLOCKS_HOPS));
    let best: { start: number; end: number } | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (let start = first; start <= from + margin; start += hop) {
      for (let end = last; end >= to - margin; end -= hop) {
        const length = end - start;
        if (length < BLOCKS_SHORTEST || length > longest) continue;
        const { taken, off } = this.#faded(start, end, 0, BLOCKS);
        const score = (taken - off / BLOCKS_OFF) / sqrt(length);
        if (score <= most) continue;
        most = score;
        best = { start, end };
      }
    }
    return best && { ...best, sure: this.sure(best.start, best.end) };
  }

  /** Energy that a mixture takes of some blocks, and how far off that the frames between are. */
  #faded(start: number, end: number, block: number, until: number): Faded {
    const { first, count } = this.#history;
    const [before, after] = [this.#of(max(first, start - 1)), this.#of(min(count - 1, end + 1))];
    const [old, fresh] = [this.#of(start), this.#of(end)];
    const length = end - start;
    let taken = 0;
    let off = 0;
    for (let frame = start + 1; frame < end; frame++) {
      const share = (frame - start) / length;
      const energies = this.#of(frame);
      for (let i = block; i < until; i++) {
        const from = (num(before, i) + num(old, i)) / 2;
        const to = (num(fresh, i) + num(after, i)) / 2;
        taken += share * (1 - share) * (from + to);
        off += abs(num(energies, i) - (1 - share) ** 2 * from - share ** 2 * to);
      }
    }
    return { taken, off };
  }

  /** The energy of each block of a frame: the sum of the squared steps between neighbours. */
  #of(frame: number): Float64Array {
    const slot = frame % CAPACITY;
    const energies = this.#energies[slot] as Float64Array;
    if (this.#filled[slot] === frame) return energies;
    this.#filled[slot] = frame;
    energies.fill(0);
    const grey = this.#history.grey(frame);
    const colours = this.#history.colours(frame);
    for (let y = 0; y < SIDE - 1; y++) {
      for (let x = 0; x < SIDE - 1; x++) {
        const i = y * SIDE + x;
        const quarter = LUMA + half(y) * 2 + half(x);
        const ninth = third(y) * 3 + third(x);
        energies[ninth] = num(energies, ninth) + squared(grey, i);
        energies[quarter] = num(energies, quarter) + squared(colours, i);
        energies[quarter + 4] = num(energies, quarter + 4) + squared(colours, PIXELS + i);
      }
    }
    return energies;
  }
}

/** The squared steps from a cell to its neighbours. */
function squared(plane: Uint8Array, i: number): number {
  const across = at(plane, i + 1) - at(plane, i);
  const down = at(plane, i + SIDE) - at(plane, i);
  return across * across + down * down;
}
