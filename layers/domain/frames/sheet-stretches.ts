import type { Window } from '../window.ts';
import type { FramesPlan } from './frames-plan.ts';
import { tileSecond } from './tile-second.ts';

type InTime = Pick<FramesPlan, 'covered' | 'rate' | 'atSourceRate' | 'sheets'>;

interface Sheet {
  /** Second of the first frame on it. */
  readonly t0: number;
  readonly n_frames: number;
}

/**
 * The part of the window that each sheet is about, in seconds: from its first frame to that of the
 * next one. A frame that stands through several sheets begins before all of them; there it is the
 * second that was asked for which begins one.
 * @param sheets as they were drawn; where tiles were lost nobody knows which, and frames alone tell
 */
export function sheetStretches(plan: InTime, sheets: readonly Sheet[]): Window[] {
  const isWhole =
    sheets.length === plan.sheets.length &&
    sheets.every(({ n_frames }, at) => n_frames === plan.sheets[at]?.[1]);
  const begins = sheets.map(({ t0 }, at) => {
    const first = plan.sheets[at]?.[0] ?? 0;
    const stood = isWhole && first > 0 && t0 <= tileSecond(plan, first - 1);
    return stood ? tileSecond(plan, first) : t0;
  });
  return begins.map((from, at) => [from, begins[at + 1] ?? plan.covered[1]]);
}
