import { at } from '../pictures/grey.ts';
import type { Pictures } from './backwards.ts';
import { borneOut } from './borne-out.ts';
import { type Candidate, mostChange } from './laid-over.ts';
import { likeness } from './likeness.ts';
import { shareIn } from './steps.ts';
import { LAID_GONE_AT_ONCE, LAID_MOST_LEFT, OVERLAY_SHORTEST_SECONDS } from './thresholds.ts';
import { changeOver } from './traits.ts';
import { cutBetween } from './unrest.ts';
import { type View, viewOf } from './view.ts';
import { lifeOf } from './whole-life.ts';

const { abs, max, min, round } = Math;

/**
 * Ends a candidate that has been missing up to `frame`: says when it was gone, and describes how it
 * went. Through a cut everything goes at once, so that says nothing.
 */
export function close(history: Pictures, candidate: Candidate, frame: number, rest: number): void {
  const { overlay, traits, marks, ring, step, without, steps } = candidate;
  const gone = frame - candidate.missing + 1;
  let end = gone;
  let [lastFrame, firstWithout] = [gone - 1, undefined as View | undefined];
  let went = 0;
  if (!cutBetween(history, gone - 1, gone)) {
    const first = max(history.first + 1, gone - 2 * rest);
    let leap = 0;
    let where = gone;
    let last = shareIn(candidate, history.planes(first - 1));
    // What is behind it now is not what was there before, and may look a little like it.
    const behind = min(LAID_MOST_LEFT, restingShare(history, candidate, frame, rest));
    for (let k = first; k <= frame; k++) {
      const share = shareIn(candidate, history.planes(k));
      if (last - share > leap) {
        leap = last - share;
        where = k;
      }
      last = share;
    }
    const now = history.planes(frame);
    let left = 0;
    for (let k = 0; k < marks.length; k++)
      left += abs(at(now, marks[k] as number) - at(without, k));
    traits.ended = 1;
    traits.endLeap = min(1.5, leap);
    traits.gave = min(2, left / steps.apart);
    traits.endRing = min(
      2,
      changeOver(ring, history.planes(where - 1), history.planes(where)) / step,
    );
    if (leap < LAID_GONE_AT_ONCE * (1 - behind)) {
      const faded = fadedOut(history, candidate, { first, gone, last: frame, left: behind });
      end = faded.end;
      lastFrame = faded.whole;
      firstWithout = viewOf(history, frame);
      went = mostChange(history, lastFrame, frame);
    } else {
      end = where;
      lastFrame = where - 1;
      firstWithout = viewOf(history, where);
      went = history.change(where);
    }
  }
  overlay.end = history.seconds(end);
  traits.dur = min(3, overlay.end - overlay.start);
  overlay.confidence = 0;
  // A glint is no overlay, whatever it looks like.
  if (overlay.end - overlay.start < OVERLAY_SHORTEST_SECONDS) return;
  const lastSeen = viewOf(history, lastFrame);
  const borne = borneOut(candidate, lastSeen, firstWithout);
  const seen = { frame: lastFrame, last: lastSeen, gone: firstWithout, went };
  candidate.life = lifeOf(history, candidate, seen, borne, overlay.region);
  overlay.region = borne.region ?? overlay.region;
  overlay.confidence = likeness(traits);
}

/** Describes what is still there at the end of the window by all that was seen of it. */
export function closeOpen(history: Pictures, candidate: Candidate): void {
  const { overlay, traits } = candidate;
  const last = viewOf(history, history.count - 1);
  const borne = borneOut(candidate, last, undefined);
  const seen = { frame: history.count - 1, last, gone: undefined, went: 0 };
  candidate.life = lifeOf(history, candidate, seen, borne, overlay.region);
  traits.dur = min(3, history.seconds(history.count) - overlay.start);
  overlay.confidence = likeness(traits);
}

/** The share of it that the pictures show once it is gone: the least of the last ones, smoothed. */
function restingShare(
  history: Pictures,
  candidate: Candidate,
  frame: number,
  rest: number,
): number {
  const shares: number[] = [];
  for (let k = max(history.first, frame - (rest >> 1) + 1); k <= frame; k++)
    shares.push(shareIn(candidate, history.planes(k)));
  shares.sort((a, b) => a - b);
  return max(0, shares[shares.length >> 1] ?? 0);
}

/**
 * Runs the line through three quarters and a quarter of the way from all of it to `left` down to
 * nothing.
 */
function fadedOut(
  history: Pictures,
  candidate: Candidate,
  { first, gone, last, left }: { first: number; gone: number; last: number; left: number },
): { end: number; whole: number } {
  const share = (frame: number): number =>
    (shareIn(candidate, history.planes(frame)) - left) / (1 - left);
  let early = gone;
  while (early > first && share(early - 1) < 0.75) early--;
  while (early < last && share(early) > 0.75) early++;
  let late = early;
  while (late < last && share(late) > 0.25) late++;
  const half = (late - early) / 2;
  return { end: min(last, round(late + half)), whole: max(first, early - 1 - round(half)) };
}
