import { compareSoft } from '../kernels/motion.ts';
import { SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { type Stretch, shared } from '../stretch.ts';
import { softFilm } from './film.ts';
import { lightBetween } from './light.ts';
import { estimateMotion, noMotion } from './motion.ts';
import type { MoveKind } from './move-kinds.ts';
import type { CameraMove } from './move-runs.ts';
import {
  MOVE_CORNER,
  SLOW_CORNERS,
  SLOW_EVEN,
  SLOW_EXPLAINED,
  SLOW_HOP_SECONDS,
  SLOW_HOPS,
  SLOW_LEAST,
  SLOW_MOST,
  SLOW_SHORTEST_SECONDS,
  SLOW_SUPPORT,
  SLOW_TEXTURED,
  SLOW_TOLD,
} from './thresholds.ts';
import { judgeMotion } from './votes.ts';

const { abs, max, min, round } = Math;

/** What the picture did over some seconds, if it was one slow move and nothing else. */
interface Step {
  readonly start: number;
  readonly end: number;
  readonly kind: MoveKind | undefined;
  /** Widths, heights or growth. */
  readonly path: number;
  readonly explained: number;
}

/**
 * Finds pans, tilts and zooms that are too slow to be told within a fifteenth of a second, as over
 * photographs: pictures two seconds apart are compared. Nearly all that changed must be the move,
 * for whatever lives in a view also seems to drift.
 */
export class SlowMoveDetector {
  readonly moves: CameraMove[] = [];
  readonly #history: History;
  readonly #looks: number[] = [];
  readonly #motion = noMotion();
  #run: Step[] = [];

  constructor(history: History) {
    this.#history = history;
  }

  push(): void {
    const history = this.#history;
    const now = history.count - 1;
    const last = this.#looks.at(-1);
    if (last !== undefined && history.seconds(now) - history.seconds(last) < SLOW_HOP_SECONDS)
      return;
    this.#looks.push(now);
    if (this.#looks.length <= SLOW_HOPS) return;
    const then = this.#looks.shift() ?? now;
    if (then < history.first) this.#close();
    else this.#add(this.#step(then, now));
  }

  finish(): void {
    this.#close();
  }

  #step(then: number, now: number): Step {
    const history = this.#history;
    const [a, b] = softFilm(history, then, now);
    const light = lightBetween(a, b);
    const motion = this.#motion;
    motion.x = 0;
    motion.y = 0;
    motion.zoom = 0;
    compareSoft(a, b);
    estimateMotion(light, motion);
    judgeMotion(light, motion);
    const [start, end] = [history.seconds(then), history.seconds(now)];
    const [x, y, zoom] = [-motion.x / SIDE, -motion.y / SIDE, motion.zoom];
    const sure =
      motion.textured >= SLOW_TEXTURED &&
      motion.support >= SLOW_SUPPORT &&
      motion.corners >= SLOW_CORNERS &&
      motion.explained >= SLOW_EXPLAINED;
    const most = max(abs(x), abs(y), MOVE_CORNER * abs(zoom));
    const step = { start, end, explained: motion.explained };
    if (!sure || most < SLOW_LEAST) return { ...step, kind: undefined, path: 0 };
    if (most === abs(x)) return { ...step, kind: x > 0 ? 'pan_right' : 'pan_left', path: abs(x) };
    if (most === abs(y)) return { ...step, kind: y > 0 ? 'tilt_down' : 'tilt_up', path: abs(y) };
    return { ...step, kind: zoom > 0 ? 'zoom_in' : 'zoom_out', path: abs(zoom) };
  }

  #add(step: Step): void {
    if (step.kind !== this.#run[0]?.kind) this.#close();
    if (step.kind) this.#run.push(step);
  }

  #close(): void {
    const run = this.#run;
    this.#run = [];
    const [first, last] = [run[0], run.at(-1)];
    if (!first?.kind || !last || run.length < 2) return;
    const paths = run.map(({ path }) => path).sort((a, b) => a - b);
    const usual = paths[paths.length >> 1] ?? 0;
    if (max(...paths) > SLOW_EVEN * usual || usual > SLOW_MOST * (last.end - last.start)) return;
    // The steps at the ends hold some rest, the more of it the less they go.
    const within = (step: Step): number => min(1, step.path / usual) * (step.end - step.start);
    const start = first.end - within(first);
    const end = last.start + within(last);
    if (end - start < SLOW_SHORTEST_SECONDS) return;
    const explained = run.reduce((sum, one) => sum + one.explained, 0) / run.length;
    this.moves.push({ kind: first.kind, start, end, confidence: round(100 * explained) / 100 });
  }
}

/**
 * Moves, and the slow ones that are at the time of no other, nor of a transition or a cut. A move of
 * the same kind that was told for a small part of a slow one lasts as long as that does.
 */
export function withSlow(
  moves: readonly CameraMove[],
  slow: readonly CameraMove[],
  others: readonly Stretch[],
  cuts: readonly number[],
): CameraMove[] {
  const partOf = (move: CameraMove, one: CameraMove): boolean =>
    move.kind === one.kind &&
    shared(move, one) < SLOW_TOLD * (one.end - one.start) &&
    shared(move, one) >= SLOW_TOLD * (move.end - move.start);
  const added = slow.filter(
    (one) =>
      others.every((other) => shared(one, other) <= 0) &&
      cuts.every((cut) => cut <= one.start || cut >= one.end) &&
      moves.every((move) => shared(move, one) <= 0 || partOf(move, one)),
  );
  const parts = (one: CameraMove): CameraMove[] => moves.filter((move) => shared(move, one) > 0);
  const joined = added.map((one) => ({
    ...one,
    start: min(one.start, ...parts(one).map(({ start }) => start)),
    end: max(one.end, ...parts(one).map(({ end }) => end)),
  }));
  const left = moves.filter((move) => added.every((one) => shared(move, one) <= 0));
  return [...left, ...joined].toSorted((a, b) => a.start - b.start);
}
