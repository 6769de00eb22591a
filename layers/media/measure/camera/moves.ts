import { COARSE_CELLS, compareSoft } from '../kernels/motion.ts';
import { num, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { isBareGround } from './bare-ground.ts';
import { faintMotion } from './faint-ground.ts';
import { softFilm } from './film.ts';
import { lightBetween } from './light.ts';
import { coarseShift, estimateMotion, noMotion } from './motion.ts';
import { moveKind } from './move-kinds.ts';
import { addRun, type CameraMove, moveOf, type Run } from './move-runs.ts';
import { smoothGround } from './smooth-ground.ts';
import {
  BARE_EXPLAINED,
  BARE_SUPPORT,
  MOVE_END,
  SHAKE_BEGIN,
  SPEED_CLEAR,
  SPEED_COARSE,
  SPEED_CORNERS,
  SPEED_EXPLAINED,
  SPEED_FAST,
  SPEED_FEW,
  SPEED_JUMP,
  SPEED_LEAP,
  SPEED_LONGEST,
  SPEED_RESTLESS,
  SPEED_SMOOTH_SECONDS,
  SPEED_SUPPORT,
  SPEED_SURE,
  SPEED_SURE_LEAP,
  SPEED_TREND_SECONDS,
} from './thresholds.ts';
import { judgeMotion } from './votes.ts';

const { abs, hypot, max, min, round, sqrt } = Math;

const RING = 1024;
const MASK = RING - 1;

/**
 * Turns frame-to-frame motion into named moves: smoothed speed for pans, tilts and zooms, what is
 * left for shake.
 */
export class MoveDetector {
  /** Complete when finished. */
  readonly moves: CameraMove[] = [];
  readonly #runs: Run[] = [];
  readonly #history: History;
  readonly #lag: number;
  readonly #half: number;
  readonly #trend: number;
  readonly #vx = new Float64Array(RING);
  readonly #vy = new Float64Array(RING);
  readonly #vz = new Float64Array(RING);
  readonly #trust = new Float64Array(RING);
  readonly #expected = new Float64Array(RING);
  readonly #seen = new Float64Array(RING);
  readonly #motion = noMotion();
  #judged = 0;
  #open: Run | undefined;

  constructor(history: History, frameRate: number) {
    this.#history = history;
    this.#lag = min(16, max(1, round(frameRate / 15)));
    this.#half = min(40, max(1, round(frameRate * SPEED_SMOOTH_SECONDS)));
    this.#trend = min(100, max(2, round(frameRate * SPEED_TREND_SECONDS)));
  }

  /** Widths a second to the right that the content of a frame moves; also for the whip detector. */
  speed(frame: number): number {
    return hypot(num(this.#vx, frame & MASK), num(this.#vy, frame & MASK));
  }

  /**
   * The mean of it over some frames, the last one included; 0 in those whose blocks did not clearly
   * agree: things that move are no camera.
   */
  meanSpeed(from: number, to: number): number {
    let sum = 0;
    for (let frame = from; frame <= to; frame++)
      sum += num(this.#trust, frame & MASK) < SPEED_CLEAR ? 0 : this.speed(frame);
    return sum / (to - from + 1);
  }

  /** Widths travelled over some frames: the sum of all steps, and the straight way they make. */
  path(from: number, to: number): { net: number; length: number } {
    let x = 0;
    let y = 0;
    let length = 0;
    for (let frame = from; frame <= to; frame++) {
      const seconds = this.#gap(frame);
      x += num(this.#vx, frame & MASK) * seconds;
      y += num(this.#vy, frame & MASK) * seconds;
      length += this.speed(frame) * seconds;
    }
    return { net: hypot(x, y), length };
  }

  push(): void {
    const now = this.#history.count - 1;
    this.#measure(now);
    while (this.#judged <= now - this.#trend) this.#judge(this.#judged++, now);
  }

  finish(): void {
    const now = this.#history.count - 1;
    while (this.#judged <= now) this.#judge(this.#judged++, now);
    this.#close();
    for (const run of this.#runs) {
      const move = moveOf(run);
      if (move) this.moves.push(move);
    }
  }

  #measure(now: number): void {
    const slot = now & MASK;
    this.#vx[slot] = 0;
    this.#vy[slot] = 0;
    this.#vz[slot] = 0;
    this.#trust[slot] = 0;
    this.#expected[slot] = 0;
    this.#seen[slot] = 0;
    const then = max(this.#history.first, now - this.#lag);
    if (this.#between(then, now) || then >= now - 1) return;
    // Too far for so long a step, or a cut within it: what the last frame alone did.
    if (this.#history.unlike(now).overall > SPEED_LEAP) this.#between(now - 1, now);
  }

  /**
   * Takes the motion from one frame to a later one as that of the later; false where none can be
   * trusted.
   */
  #between(then: number, now: number): boolean {
    const history = this.#history;
    if (then >= now) return false;
    const elapsed = history.seconds(now) - history.seconds(then);
    let change = 0;
    let worst = 0;
    for (let frame = then + 1; frame <= now; frame++) {
      change += history.change(frame);
      worst = max(worst, history.unlike(frame).overall);
    }
    if (change < 0.08 || !(elapsed > 0) || elapsed > SPEED_LONGEST) return false;
    const [a, b] = softFilm(history, then, now);
    const light = lightBetween(a, b);
    const motion = this.#motion;
    const previous = (now - 1) & MASK;
    motion.x = -num(this.#vx, previous) * elapsed * SIDE;
    motion.y = -num(this.#vy, previous) * elapsed * SIDE;
    motion.zoom = num(this.#vz, previous) * elapsed;
    if (worst > SPEED_COARSE && hypot(motion.x, motion.y) < 2 && worst <= SPEED_JUMP) {
      coarseShift(a, b, light, motion);
      motion.zoom = 0;
    }
    const leap = now - then === 1 && this.#lag > 1;
    if (leap) motion.zoom = 0;
    compareSoft(a, b);
    estimateMotion(light, motion, COARSE_CELLS, leap);
    judgeMotion(light, motion);
    // So few blocks may hold things that move by themselves: of the ground fine cells tell more.
    if (motion.textured < SPEED_FEW)
      return worst <= SPEED_JUMP && this.#take(faintMotion(history, then, now, motion), now);
    if (motion.support < SPEED_SUPPORT || motion.corners < SPEED_CORNERS) return false;
    const sure = leap ? SPEED_SURE_LEAP : SPEED_SURE;
    const doubtful = motion.support < sure.support || motion.explained < sure.explained;
    if (worst > SPEED_JUMP && doubtful) return false;
    // Among many shifts one always fits noise a little better than rest does.
    const fast = hypot(motion.x, motion.y) > SPEED_FAST * SIDE * elapsed;
    if (fast && motion.explained < SPEED_EXPLAINED) return false;
    return this.#take(then, now);
  }

  /**
   * Takes the motion that was found since a frame; false where there is none, or where things that
   * move by themselves may have made it.
   */
  #take(since: number | undefined, now: number): boolean {
    if (since === undefined) return false;
    const elapsed = this.#history.seconds(now) - this.#history.seconds(since);
    const motion = this.#motion;
    const doubtful = motion.support < BARE_SUPPORT || motion.explained < BARE_EXPLAINED;
    if (doubtful && isBareGround(this.#history.fine(now), this.#history.area)) return false;
    // A longer look tells of its middle, unless that was told.
    const isLonger = now - since > this.#lag;
    const slot = (isLonger ? now - this.#lag : now) & MASK;
    if (isLonger && num(this.#trust, slot) > 0) return true;
    // The camera goes where the content does not.
    this.#vx[slot] = -motion.x / SIDE / elapsed;
    this.#vy[slot] = -motion.y / SIDE / elapsed;
    this.#vz[slot] = motion.zoom / elapsed;
    this.#trust[slot] = motion.support;
    if (max(this.speed(slot), abs(num(this.#vz, slot))) >= MOVE_END) {
      const { expected, seen } = smoothGround(this.#history, since, now, motion);
      this.#expected[slot] = expected;
      this.#seen[slot] = seen;
    }
    return true;
  }

  /**
   * Mean over `half` frames on either side that lie within `seconds`: where frames are dropped,
   * fewer.
   */
  #average(
    list: Float64Array,
    frame: number,
    { half, seconds, now }: { half: number; seconds: number; now: number },
  ): number {
    const middle = this.#history.seconds(frame);
    let from = max(this.#history.first, frame - half);
    let to = min(now, frame + half);
    while (from < frame && middle - this.#history.seconds(from) > seconds) from++;
    while (to > frame && this.#history.seconds(to) - middle > seconds) to--;
    let sum = 0;
    for (let i = from; i <= to; i++) sum += num(list, i & MASK);
    return sum / (to - from + 1);
  }

  /** Root mean square of the speed about its own trend. */
  #tremble(frame: number, now: number): number {
    const from = max(0, frame - this.#trend);
    const to = min(now, frame + this.#trend);
    const around = { half: this.#trend, seconds: 2 * SPEED_TREND_SECONDS, now };
    const mx = this.#average(this.#vx, frame, around);
    const my = this.#average(this.#vy, frame, around);
    let sum = 0;
    let turns = 0;
    let side = 0;
    let off = 0;
    for (let i = from; i <= to; i++) {
      const dx = num(this.#vx, i & MASK) - mx;
      const dy = num(this.#vy, i & MASK) - my;
      sum += dx * dx + dy * dy;
      if (dx * dx + dy * dy > (SHAKE_BEGIN * SHAKE_BEGIN) / 3) off++;
      const main = abs(dx) > abs(dy) ? dx : dy;
      if (abs(main) > SHAKE_BEGIN / 2) {
        const sign = Math.sign(main);
        if (side !== 0 && sign !== side) turns++;
        side = sign;
      }
    }
    const n = to - from + 1;
    return turns >= 3 && off >= SPEED_RESTLESS * n ? sqrt(sum / n) : 0;
  }

  #judge(frame: number, now: number): void {
    const around = { half: this.#half, seconds: 1.05 * SPEED_SMOOTH_SECONDS, now };
    const vx = this.#average(this.#vx, frame, around);
    const vy = this.#average(this.#vy, frame, around);
    const vz = this.#average(this.#vz, frame, around);
    const tremble = this.#tremble(frame, now);
    const open = this.#open;
    const { kind, path } = moveKind({ vx, vy, vz, tremble }, open);
    const seconds = this.#history.count > frame + 1 ? this.#gap(frame) : 0;
    if (open && kind === open.kind) {
      open.frames++;
      open.last = frame;
      open.path += path * seconds;
      open.fastest = max(open.fastest, path);
      open.trust += num(this.#trust, frame & MASK);
      open.expected += num(this.#expected, frame & MASK);
      open.seen += num(this.#seen, frame & MASK);
      return;
    }
    if (open && frame - open.last <= this.#half >> 1 && kind === undefined) return;
    this.#close();
    if (kind) {
      const start = this.#history.seconds(frame);
      this.#open = {
        kind,
        start,
        end: start,
        frames: 1,
        last: frame,
        path: path * seconds,
        fastest: path,
        trust: 0,
        expected: 0,
        seen: 0,
      };
    }
  }

  #gap(frame: number): number {
    return this.#history.seconds(frame + 1) - this.#history.seconds(frame);
  }

  #close(): void {
    const run = this.#open;
    this.#open = undefined;
    if (!run) return;
    run.end = this.#history.seconds(run.last + 1);
    addRun(this.#runs, run);
  }
}
