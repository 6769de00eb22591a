import { noDifference } from '../pictures/difference.ts';
import { BLACK_MEAN } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { viewStays } from '../pictures/view-stays.ts';
import { mixture } from '../transitions/mixtures.ts';
import {
  CUT_CHANGE,
  CUT_MIXED_BESIDE,
  CUT_MIXED_CALM,
  CUT_MIXED_FRAMES,
  CUT_MIXED_STEP,
  CUT_OVERALL,
  CUT_PLAIN,
  CUT_STRUCTURE,
  CUT_TYPICAL,
} from './thresholds.ts';

const WHITE = 255;

/** A cut in the middle of a few frames that show both shots. */
export interface SoftCut {
  /** The first frame that is at least half of the new shot. */
  readonly at: number;
  /** The first frame of the new shot alone. */
  readonly to: number;
}

const whole = noDifference();

/**
 * Looks for a cut whose first mixed frame is `frame`: the frames up to the new shot lie on the
 * straight way to it, each further than the one before, or one shows nothing, and both shots are
 * calm beside it.
 * @param near frames on either side that must be calm
 * @param since changes before this frame are explained
 */
export function softCut(
  history: History,
  frame: number,
  near: number,
  since: number,
): SoftCut | undefined {
  for (let mixed = 1; mixed <= CUT_MIXED_FRAMES; mixed++) {
    const to = frame + mixed;
    if (to >= history.count) return undefined;
    if (!isAnotherShot(history, frame - 1, to)) continue;
    const at = nearerFrom(history, frame, to);
    if (at !== undefined && isCalmBeside(history, frame, to, near, since)) return { at, to };
  }
  return undefined;
}

function isAnotherShot(history: History, before: number, after: number): boolean {
  // Out of a plain picture, or into one, this is how a short fade goes.
  if (history.spread(before) < CUT_PLAIN || history.spread(after) < CUT_PLAIN) return false;
  history.difference(before, after, whole);
  return (
    whole.overall >= CUT_OVERALL &&
    whole.typical >= CUT_TYPICAL &&
    whole.structure >= CUT_STRUCTURE &&
    !viewStays(history.grey(before), history.grey(after), history.area)
  );
}

/** The first frame at least half way; undefined where the frames are not on the way, in order. */
function nearerFrom(history: History, from: number, to: number): number | undefined {
  if (to - from === 1 && showsNothing(history, from)) return to;
  const [old, next] = [history.grey(from - 1), history.grey(to)];
  let nearer: number | undefined;
  let reached = 0;
  for (let frame = from; frame < to; frame++) {
    const { share, beside } = mixture(old, next, history.grey(frame));
    if (beside > CUT_MIXED_BESIDE || share - reached < CUT_MIXED_STEP) return undefined;
    reached = share;
    if (share >= 0.5) nearer ??= frame;
  }
  return 1 - reached < CUT_MIXED_STEP ? undefined : (nearer ?? to);
}

/** One black frame, or white one, that an editor left between two shots. */
const showsNothing = (history: History, frame: number): boolean =>
  history.spread(frame) < CUT_PLAIN &&
  Math.min(history.mean(frame), WHITE - history.mean(frame)) < BLACK_MEAN;

/** Whether the picture hardly changes before and after, other than by the steps between. */
function isCalmBeside(
  history: History,
  from: number,
  to: number,
  near: number,
  since: number,
): boolean {
  let step = Number.POSITIVE_INFINITY;
  for (let frame = from; frame <= to; frame++) step = Math.min(step, history.change(frame));
  if (step < CUT_CHANGE) return false;
  const first = Math.max(1, since, from - near);
  const last = Math.min(history.count - 1, to + near);
  if (first >= from || last <= to) return false;
  for (let frame = first; frame <= last; frame++) {
    const isBeside = frame < from || frame > to;
    if (isBeside && history.change(frame) > CUT_MIXED_CALM * step) return false;
  }
  return true;
}
