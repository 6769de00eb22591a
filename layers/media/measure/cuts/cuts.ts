import { BLACK_MEAN } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { keepsView } from '../pictures/keeps-view.ts';
import { type Mixture, mixture } from '../transitions/mixtures.ts';
import { besideStep, isBetweenStills } from './beside-step.ts';
import { findImpulse, flashFromStart, flashToEnd, flickers, type Impulse } from './impulses.ts';
import { isPunch } from './punches.ts';
import { softCut } from './soft-cuts.ts';
import {
  CUT_AS_MUCH,
  CUT_CHANGE,
  CUT_NEIGHBOURS,
  CUT_OFTEN,
  CUT_OFTEN_SECONDS,
  CUT_OUT_OF_STEP,
  CUT_OVERALL,
  CUT_OVERALL_OF_STILLS,
  CUT_PLAIN,
  CUT_PLAIN_CHANGE,
  CUT_REPAINT_PROMINENCE,
  CUT_REPAINTED,
  CUT_RESTLESS_START,
  CUT_SHORT_FRAMES,
  CUT_STRUCTURE,
  CUT_TYPICAL,
  CUT_WAY_BESIDE,
  CUT_WAY_FRAMES,
  CUT_WAY_STEP,
  FLASH_FLICKER_SECONDS,
  FLASH_SECONDS,
  INSERT_FRAMES,
  INSERT_SECONDS,
} from './thresholds.ts';

const WHITE = 255;

/** Finds hard cuts, and the inserts and flashes that must not be taken for them. */
export class CutDetector {
  /** Seconds of the first frame of each new shot. */
  readonly cuts: number[] = [];
  readonly impulses: Impulse[] = [];
  readonly #history: History;
  readonly #near: number;
  readonly #reach: number;
  readonly #densest: number;
  readonly #delay: number;
  #judged = 0;
  /** Whether no more frames come. */
  #ended = false;
  /** The first frame of what is read, or of the newest shot. */
  #shot = 0;
  /** Changes before this frame are explained by an impulse. */
  #explained = 0;

  /** @param densest frames a second where most come; of a recording of a screen few come elsewhere */
  constructor(history: History, frameRate: number, densest = frameRate) {
    this.#history = history;
    this.#densest = densest;
    this.#near = frameRate >= CUT_SHORT_FRAMES ? CUT_NEIGHBOURS + 1 : CUT_NEIGHBOURS;
    this.#reach = Math.min(90, Math.max(this.#near, Math.ceil(FLASH_SECONDS * frameRate)));
    this.#delay = this.#reach + 1;
  }

  /** Judges what the newest frame made judgeable. */
  push(): void {
    this.#judgeUpTo(this.#history.count - this.#delay);
  }

  /** Judges the last frames with what there is. */
  finish(): void {
    this.#ended = true;
    this.#judgeUpTo(this.#history.count);
  }

  #judgeUpTo(end: number): void {
    while (this.#judged < end) this.#judge(this.#judged++);
  }

  #judge(frame: number): void {
    if (frame < 1 || frame < this.#explained) return;
    const history = this.#history;
    if (history.unlike(frame).overall < 0.1 && history.repaint(frame) < CUT_REPAINTED) return;
    const lively = this.#isLively(frame);
    const impulse = this.#impulseAt(frame);
    if (impulse && (impulse.kind === 'flash' || !lively)) {
      if (this.#isShot(impulse)) for (const at of [frame, impulse.to]) this.#cutAt(at);
      else this.impulses.push(impulse);
      this.#explained = impulse.to + 1;
      return;
    }
    if (this.#isStepOfFade(frame) || this.#isOddStart(frame)) return;
    if ((!lively && this.#isAnotherView(frame)) || this.#isRepainted(frame)) {
      if (this.#isStepOfWay(frame)) return;
      if (keepsView(history, frame)) return;
      this.#cutAt(frame);
      return;
    }
    if (!lively && isPunch(history, frame, this.#near, this.#explained)) {
      this.#cutAt(frame);
      return;
    }
    const soft = lively ? undefined : softCut(history, frame, this.#near, this.#explained);
    if (soft === undefined) return;
    this.#cutAt(soft.at);
    this.#explained = soft.to + 1;
  }

  /** Whether what looks like an insert by its few frames is shown for longer than one. */
  #isShot({ kind, start, end }: Impulse): boolean {
    const longest = Math.max(INSERT_SECONDS, (INSERT_FRAMES + 0.5) / this.#densest);
    return kind === 'insert' && end - start > longest;
  }

  #cutAt(frame: number): void {
    this.cuts.push(this.#history.seconds(frame));
    this.#shot = frame;
  }

  #impulseAt(frame: number): Impulse | undefined {
    const history = this.#history;
    const impulse =
      findImpulse(history, frame, Math.min(this.#reach, history.count - 1 - frame)) ??
      this.#flashAtAnEnd(frame);
    if (!impulse) return undefined;
    const shot = Math.max(history.first, this.#shot, this.#explained);
    const since = Math.max(shot, frame - Math.ceil(FLASH_FLICKER_SECONDS * this.#densest));
    const until = Math.min(history.count, impulse.to + this.#reach);
    const beside = { since, from: frame, until };
    return flickers(history, impulse, beside) ? undefined : impulse;
  }

  /** Light that is there from the first frame of a shot, or until the last frame that is read. */
  #flashAtAnEnd(frame: number): Impulse | undefined {
    const { count } = this.#history;
    if (this.#explained <= this.#shot && frame - this.#shot <= this.#reach) {
      const first = flashFromStart(this.#history, this.#shot, frame);
      if (first) return first;
    }
    return this.#ended && count - frame <= this.#reach
      ? flashToEnd(this.#history, frame)
      : undefined;
  }

  /**
   * True where changes as large as this one come again and again: cells that live and die, a
   * strobe.
   */
  #isLively(frame: number): boolean {
    const history = this.#history;
    const least = CUT_AS_MUCH * history.change(frame);
    const unlike = CUT_AS_MUCH * history.unlike(frame).overall;
    const middle = history.seconds(frame);
    let others = 0;
    for (const step of [-1, 1]) {
      for (let near = frame + step; near >= 1 && near < history.count; near += step) {
        if (near <= history.first || Math.abs(history.seconds(near) - middle) > CUT_OFTEN_SECONDS)
          break;
        if (history.change(near) >= least && history.unlike(near).overall >= unlike) others++;
      }
    }
    return others >= CUT_OFTEN;
  }

  /** A very first frame that is another than the lively rest may be that rest's own beginning. */
  #isOddStart(frame: number): boolean {
    const history = this.#history;
    if (frame > 1) return false;
    for (let near = 2; near <= Math.min(1 + this.#near, history.count - 1); near++) {
      if (history.change(near) > CUT_RESTLESS_START * history.change(1)) return true;
    }
    return false;
  }

  /**
   * Out of black, or white, and into it, a fade's first and last step change every colour there is.
   * But they are no larger than the step beside them, and a cut is.
   */
  #isStepOfFade(frame: number): boolean {
    const history = this.#history;
    const left = (mean: number): number => Math.min(mean, WHITE - mean);
    const [before, now] = [left(history.mean(frame - 1)), left(history.mean(frame))];
    const beside = now < before ? frame - 1 : frame + 1;
    if (Math.min(now, before) >= BLACK_MEAN || beside < 1 || beside >= history.count) return false;
    return history.change(frame) < CUT_OUT_OF_STEP * history.change(beside);
  }

  /**
   * Another shot has other colours at once, also where it is too plain to have a structure, or
   * so lively that its own frames differ as much from each other.
   */
  #isRepainted(frame: number): boolean {
    const history = this.#history;
    const here = history.repaint(frame);
    if (here < CUT_REPAINTED) return false;
    const from = Math.max(1, this.#explained, frame - this.#near);
    const to = Math.min(history.count - 1, frame + this.#near);
    for (let near = from; near <= to; near++) {
      if (near !== frame && here < CUT_REPAINT_PROMINENCE * history.repaint(near)) return false;
    }
    return true;
  }

  #isAnotherView(frame: number): boolean {
    const history = this.#history;
    const here = history.unlike(frame);
    const reach = { near: this.#near, explained: this.#explained };
    if (
      history.change(frame) < CUT_CHANGE ||
      here.overall <
        (isBetweenStills(history, frame, reach) ? CUT_OVERALL_OF_STILLS : CUT_OVERALL) ||
      here.typical < CUT_TYPICAL ||
      here.structure < CUT_STRUCTURE
    )
      return false;
    const plain = history.spread(frame) < CUT_PLAIN && history.spread(frame - 1) < CUT_PLAIN;
    if (plain && history.change(frame) < CUT_PLAIN_CHANGE) return false;
    const before = besideStep(history, frame, -1, reach);
    const after = besideStep(history, frame, 1, reach);
    // Two cuts may stand close together, so one calm side is enough; flicker has none, nor has the
    // strongest step of a movement. Where nothing is seen on one side, at either end of the window,
    // the other one must tell.
    const calm =
      before.seen > 0 && after.seen > 0 ? before.calm || after.calm : before.calm && after.calm;
    // Next to a rest, movement whose pictures are each shown twice is that of the new shot.
    const apart =
      before.rests || after.rests
        ? before.apart && after.apart
        : before.apartThrough && after.apartThrough;
    return apart && calm;
  }

  /**
   * A step on a straight way from a picture shortly before to one shortly after, as in a dissolve
   * whose last frames coding draws coarsely: a cut takes all of the way at once.
   */
  #isStepOfWay(frame: number): boolean {
    const history = this.#history;
    const to = Math.min(history.count - 1, frame + this.#near);
    for (const back of CUT_WAY_FRAMES) {
      const from = frame - 1 - back;
      if (from < history.first) break;
      const on = (between: number): Mixture =>
        mixture(history.grey(from), history.grey(to), history.grey(between));
      const [before, now] = [on(frame - 1), on(frame)];
      if (before.beside > CUT_WAY_BESIDE || now.beside > CUT_WAY_BESIDE) continue;
      if (now.share - before.share < CUT_WAY_STEP) return true;
    }
    return false;
  }
}
