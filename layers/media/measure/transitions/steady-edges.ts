import { noDifference } from '../pictures/difference.ts';
import { SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { PlainGround } from '../pictures/plain-ground.ts';
import { viewStays } from '../pictures/view-stays.ts';
import { overlap } from '../stretch.ts';
import type { Transition } from './gradual.ts';
import type { WipeDirection } from './mixtures.ts';
import {
  EDGE_IN_LINE,
  EDGE_LONGEST_SECONDS,
  EDGE_OFF,
  EDGE_OFF_FRAMES,
  EDGE_SAME_DRAWING,
  EDGE_SHORTEST_FRAMES,
  EDGE_STANDS_OUT,
  EDGE_UNEVEN,
  REPLACED_STRUCTURE,
  REPLACED_UNLIKE,
} from './thresholds.ts';
import { twoSides } from './two-sides.ts';

const { abs, max, min, round } = Math;

/** Frames that are looked at; a wipe of up to 0.8 of them is seen whole in one of the looks. */
const LENGTHS = [11, 15, 21, 30, 42, 59, 83, 117];
/** Part of them after which the next look is taken. */
const HOP = 5;
/** Lines of 32 across the picture that are asked first whether an edge may have passed. */
const FIRST = [3, 11, 20, 28];

const peaks = new Float64Array(SIDE);
const slopes = new Float64Array((SIDE * SIDE) / 4);
const rests = new Float64Array(SIDE);
const unlike = noDifference();

/** An edge that crossed the picture: the frames, in parts, at which it entered and left it. */
interface Crossing {
  direction: WipeDirection;
  from: number;
  to: number;
  /** Share of the lines across its way that changed most when it passed them. */
  inLine: number;
}

/**
 * Finds wipes by their edge: each line of the picture changes most in the frame in which the edge
 * passes it, and it passes one after the other at one speed, whatever moves on both sides of it.
 */
export class SteadyEdgeDetector {
  transitions: readonly Transition[] = [];
  readonly #history: History;
  readonly #lengths: readonly number[];

  constructor(history: History, frameRate: number) {
    this.#history = history;
    const longest = max(LENGTHS[0] as number, 1.25 * EDGE_LONGEST_SECONDS * frameRate);
    this.#lengths = LENGTHS.filter((length) => length <= longest);
  }

  push(): void {
    const now = this.#history.count - 1;
    for (const length of this.#lengths) {
      const hop = max(1, round(length / HOP));
      if (now % hop !== 0 || now - length <= this.#history.first) continue;
      for (const upright of [true, false]) this.#look(now - length, now, upright);
    }
  }

  /** The first line that bars beside the film leave, and how many. */
  #lines(upright: boolean): { first: number; count: number } {
    const { left, top, right, bottom } = this.#history.area;
    return upright
      ? { first: left, count: right - left }
      : { first: SIDE + top, count: bottom - top };
  }

  /** What a look has found is told at once. */
  finish(): void {}

  /**
   * Takes the change into each frame after `start`, up to `end`. The edge may have come in before
   * them, where something else hurried: the lines that it passes in them tell when.
   */
  #look(start: number, end: number, upright: boolean): void {
    if (!this.#passes(start, end, upright)) return;
    const crossing = this.#crossing(start, end, upright);
    if (!crossing) return;
    const from = round(crossing.from);
    const to = round(crossing.to);
    const history = this.#history;
    if (to - from < EDGE_SHORTEST_FRAMES || from <= history.first || to >= history.count) return;
    if (!this.#replaces(crossing, from - 1, to)) return;
    const found: Transition = {
      kind: crossing.direction,
      faded: false,
      start: history.seconds(from),
      end: history.seconds(to),
      confidence: round(100 * crossing.inLine) / 100,
    };
    this.#tell(found);
  }

  /** Long looks come back to what short ones found, also to what is before the last: the surest stays. */
  #tell(found: Transition): void {
    const over = this.transitions.filter((other) => overlap(found, other));
    if (over.some((other) => other.confidence >= found.confidence)) return;
    this.transitions = [...this.transitions.filter((other) => !over.includes(other)), found];
  }

  /** Whether some lines have their largest change one after the other: most looks end here. */
  #passes(start: number, end: number, upright: boolean): boolean {
    const { first, count } = this.#lines(upright);
    let way = 0;
    let before = -1;
    for (const one of FIRST) {
      const line = ((one * count) / SIDE) | 0;
      this.#peak(line, first + line, start, end);
      if (before >= 0) {
        const step = at(line) - at(before);
        // At one speed, but for the frame or two by which a peak may be beside it.
        if (step === 0 || step * way < 0) return false;
        if (way !== 0 && abs(step - way) > 2 + EDGE_UNEVEN * min(abs(step), abs(way))) return false;
        way = step;
      }
      before = line;
    }
    return true;
  }

  /** Notes the frame in which a line changed most; `place` is where its changes are kept. */
  #peak(line: number, place: number, start: number, end: number): void {
    const history = this.#history;
    let most = Number.NEGATIVE_INFINITY;
    let frame = start;
    for (let k = start + 1; k <= end; k++) {
      // What moves all over the picture is no edge: the change of the whole is taken off.
      const change = (history.lines(k)[place] as number) - SIDE * history.change(k);
      if (change > most) {
        most = change;
        frame = k;
      }
    }
    peaks[line] = frame;
  }

  /** The straight line through the frames of the largest changes that most of them lie on. */
  #crossing(start: number, end: number, upright: boolean): Crossing | undefined {
    const { first: place, count } = this.#lines(upright);
    for (let line = 0; line < count; line++) this.#peak(line, place + line, start, end);
    const middle = count >> 1;
    // Median of the slopes between the two halves (Theil 1950), then of what is left.
    let pairs = 0;
    for (let a = 0; a < middle; a++)
      for (let b = middle; b < count; b++) slopes[pairs++] = (at(b) - at(a)) / (b - a);
    const slope = slopes.subarray(0, pairs).sort()[pairs >> 1] as number;
    if (abs(slope) * count < EDGE_SHORTEST_FRAMES - 1) return undefined;
    for (let line = 0; line < count; line++) rests[line] = at(line) - slope * line;
    rests.subarray(0, count).sort();
    const first = ((rests[middle] as number) + (rests[(count - 1) >> 1] as number)) / 2;
    const off = max(EDGE_OFF_FRAMES, EDGE_OFF * abs(slope) * count);
    let near = 0;
    for (let line = 0; line < count; line++)
      if (abs(at(line) - first - slope * line) <= off) near++;
    if (near < EDGE_IN_LINE * count) return undefined;
    const [low, high] = [first - slope / 2, first + slope * (count - 0.5)];
    const forward = slope > 0;
    const direction = upright ? (forward ? 'right' : 'left') : forward ? 'down' : 'up';
    return { direction, from: min(low, high), to: max(low, high), inLine: near / count };
  }

  /**
   * True when an edge left another picture behind it, beginning on its one side, and the lines that
   * it passed changed more in that frame than they do else.
   */
  #replaces({ direction }: Crossing, start: number, end: number): boolean {
    const history = this.#history;
    const { overall, structure } = history.difference(start, end, unlike);
    if (overall < REPLACED_UNLIKE || structure < REPLACED_STRUCTURE) return false;
    const upright = direction === 'left' || direction === 'right';
    const { first, count } = this.#lines(upright);
    let out = 0;
    for (let line = 0; line < count; line++) {
      if (at(line) <= start || at(line) > end) continue;
      const place = first + line;
      let sum = 0;
      for (let k = start + 1; k <= end; k++) sum += history.lines(k)[place] as number;
      const most = history.lines(at(line))[place] as number;
      if (most >= EDGE_STANDS_OUT * ((sum - most) / max(1, end - start - 1))) out++;
    }
    if (out < EDGE_IN_LINE * count) return false;
    // Where part of the view stays, something was taken out of it.
    if (viewStays(history.grey(start), history.grey(end), history.area)) return false;
    if (isSameDrawing(history.planes(start), history.planes(end))) return false;
    return twoSides(history, direction, start, end);
  }
}

/** Whether as much is drawn on one plain ground before and after: that moved over it. */
function isSameDrawing(a: Uint8Array, b: Uint8Array): boolean {
  const ground = PlainGround.ofBoth(a, b);
  if (!ground) return false;
  const drawn = ground.drawn(a);
  return abs(ground.drawn(b) - drawn) <= EDGE_SAME_DRAWING * drawn;
}

const at = (line: number): number => peaks[line] as number;
