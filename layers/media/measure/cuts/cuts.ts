import { BLACK_MEAN } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { FLASH_SECONDS, findImpulse, type Impulse } from './impulses.ts';

/** Least difference of the pictures, of their median block, and of their structure. */
const OVERALL = 0.42;
const TYPICAL = 0.28;
const STRUCTURE = 0.2;
/** Grey levels that the picture must change by: in the dark, noise alone makes pictures unlike. */
const CHANGE = 4;
/** A cut stands out of the changes around it by this factor. */
const PROMINENCE = 1.5;
/** The same for plain grey levels: out of black, every frame of a fade is quite another picture. */
const BRIGHTER = 1.3;
/**
 * Part of the picture that another shot repaints at least, and by how much more than the frames
 * around.
 */
const REPAINTED = 0.4;
const REPAINT_PROMINENCE = 3;
/** Share of the very first change that the next ones must stay below for it to be a cut. */
const RESTLESS_START = 0.1;
/**
 * A change this many times the next one is a cut into something lively, not the first step of one
 * motion.
 */
const LEADING = 2;
/**
 * Spread below which a picture is plain, and the grey levels by which plain ones differ that are
 * not noise.
 */
const PLAIN = 6;
const PLAIN_CHANGE = 10;
/**
 * Material that changes this often by as much, in this many seconds on either side, has no cuts
 * among its own changes.
 */
const OFTEN = 5;
const OFTEN_SECONDS = 0.4;
const AS_MUCH = 0.67;
/** How much larger than a fade's step a cut out of black, or into it, is. */
const OUT_OF_STEP = 2.5;
/** Share of this change below which a neighbour is a rest. */
const REST = 0.25;
/**
 * Frames on either side that it must stand out of, one more where they are short; shots may be as
 * short as this plus one.
 */
const NEIGHBOURS = 3;
const SHORT_FRAMES = 48;

/** Finds hard cuts, and the inserts and flashes that must not be taken for them. */
export class CutDetector {
  /** Seconds of the first frame of each new shot. */
  readonly cuts: number[] = [];
  readonly impulses: Impulse[] = [];
  readonly #history: History;
  readonly #near: number;
  readonly #reach: number;
  readonly #delay: number;
  #judged = 0;
  /** Changes before this frame are explained by an impulse. */
  #explained = 0;

  constructor(history: History, frameRate: number) {
    this.#history = history;
    this.#near = frameRate >= SHORT_FRAMES ? NEIGHBOURS + 1 : NEIGHBOURS;
    this.#reach = Math.min(90, Math.max(this.#near, Math.ceil(FLASH_SECONDS * frameRate)));
    this.#delay = this.#reach + 1;
  }

  /** Judges what the newest frame made judgeable. */
  push(): void {
    this.#judgeUpTo(this.#history.count - this.#delay);
  }

  /** Judges the last frames with what there is. */
  finish(): void {
    this.#judgeUpTo(this.#history.count);
  }

  #judgeUpTo(end: number): void {
    while (this.#judged < end) this.#judge(this.#judged++);
  }

  #judge(frame: number): void {
    if (frame < 1 || frame < this.#explained) return;
    const history = this.#history;
    if (history.unlike(frame).overall < 0.1 && history.repaint(frame) < REPAINTED) return;
    const lively = this.#isLively(frame);
    const impulse = findImpulse(history, frame, Math.min(this.#reach, history.count - 1 - frame));
    if (impulse && (impulse.kind === 'flash' || !lively)) {
      this.impulses.push(impulse);
      this.#explained = impulse.to + 1;
      return;
    }
    if (this.#isStepOfFade(frame) || this.#isOddStart(frame)) return;
    if ((!lively && this.#isAnotherView(frame)) || this.#isRepainted(frame)) {
      this.cuts.push(history.seconds(frame));
    }
  }

  /**
   * True where changes as large as this one come again and again: cells that live and die, a
   * strobe.
   */
  #isLively(frame: number): boolean {
    const history = this.#history;
    const least = AS_MUCH * history.change(frame);
    const unlike = AS_MUCH * history.unlike(frame).overall;
    const middle = history.seconds(frame);
    let others = 0;
    for (const step of [-1, 1]) {
      for (let near = frame + step; near >= 1 && near < history.count; near += step) {
        if (near <= history.first || Math.abs(history.seconds(near) - middle) > OFTEN_SECONDS)
          break;
        if (history.change(near) >= least && history.unlike(near).overall >= unlike) others++;
      }
    }
    return others >= OFTEN;
  }

  /** A very first frame that is another than the lively rest may be that rest's own beginning. */
  #isOddStart(frame: number): boolean {
    const history = this.#history;
    if (frame > 1) return false;
    for (let near = 2; near <= Math.min(1 + this.#near, history.count - 1); near++) {
      if (history.change(near) > RESTLESS_START * history.change(1)) return true;
    }
    return false;
  }

  /**
   * Out of black and into it, a fade's first and last step change every colour there is. But they
   * are no larger than the step beside them, and a cut is.
   */
  #isStepOfFade(frame: number): boolean {
    const history = this.#history;
    const entering = history.mean(frame) < history.mean(frame - 1);
    const dark = Math.min(history.mean(frame), history.mean(frame - 1)) < BLACK_MEAN;
    const beside = entering ? frame - 1 : frame + 1;
    if (!dark || beside < 1 || beside >= history.count) return false;
    return history.change(frame) < OUT_OF_STEP * history.change(beside);
  }

  /**
   * Another shot has other colours at once, also where it is too plain to have a structure, or
   * so lively that its own frames differ as much from each other.
   */
  #isRepainted(frame: number): boolean {
    const history = this.#history;
    const here = history.repaint(frame);
    if (here < REPAINTED) return false;
    const from = Math.max(1, this.#explained, frame - this.#near);
    const to = Math.min(history.count - 1, frame + this.#near);
    for (let near = from; near <= to; near++) {
      if (near !== frame && here < REPAINT_PROMINENCE * history.repaint(near)) return false;
    }
    return true;
  }

  #isAnotherView(frame: number): boolean {
    const history = this.#history;
    const here = history.unlike(frame);
    if (
      history.change(frame) < CHANGE ||
      here.overall < OVERALL ||
      here.typical < TYPICAL ||
      here.structure < STRUCTURE
    )
      return false;
    const plain = history.spread(frame) < PLAIN && history.spread(frame - 1) < PLAIN;
    if (plain && history.change(frame) < PLAIN_CHANGE) return false;
    const before = this.#side(frame, -1);
    const after = this.#side(frame, 1);
    // Two cuts may stand close together, so one quiet side is enough; flicker has none.
    // Where nothing is seen on one side, at either end of the window, the other one must tell.
    const quiet =
      before.seen > 0 && after.seen > 0 ? before.quiet || after.quiet : before.quiet && after.quiet;
    return before.apart && after.apart && quiet;
  }

  /**
   * Looks at the frames on one side. quiet: none comes near this change. apart: those that follow
   * on each other without a rest between, as in a whip or a fade, stay clearly below it.
   */
  #side(frame: number, step: 1 | -1): { quiet: boolean; apart: boolean; seen: number } {
    const history = this.#history;
    const here = history.unlike(frame).overall;
    const change = history.change(frame);
    let quiet = true;
    let apart = true;
    let joined = true;
    let seen = 0;
    for (let k = 1; k <= this.#near; k++) {
      const near = frame + k * step;
      if (near < Math.max(1, this.#explained) || near >= history.count) break;
      const other = history.unlike(near).overall;
      const otherChange = history.change(near);
      seen++;
      if (here < PROMINENCE * other) quiet = false;
      if (other < REST * here) joined = false;
      const alike = here < PROMINENCE * other && change < LEADING * otherChange;
      if (joined && (alike || change < BRIGHTER * otherChange)) apart = false;
    }
    return { quiet, apart, seen };
  }
}
