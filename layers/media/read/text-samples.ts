import { toNumber } from '../../domain/fraction.ts';
import type { PictureStream } from '../../domain/sources/probe.ts';
import type { Window } from '../../domain/window.ts';
import { JUST_UNDER_HALF_MILLISECOND, type TimeGrid } from './time-grid.ts';

/** Where the pictures for reading come, whether there is sound or not. */
export const TEXT_PIPE = 6;
/** Seconds of which one frame is taken: writing that stands for one second is on two of them. */
const INTERVAL = 0.4;

/**
 * Filters that pick the frames that may be read, from the one that is shown at the start of the
 * window on: the first of every interval. Which interval a frame is the first of follows from the
 * frame before it alone, so a decode that begins in the middle picks the same ones.
 * @param within the part of the window of which frames are picked, in ticks
 */
export function textSamples(
  grid: TimeGrid,
  { rate }: Pick<PictureStream, 'rate'>,
  [start]: Window,
  within: { readonly from: number | undefined; readonly to: number },
): string[] {
  const from = grid.endTicks(start - 1 / Math.max(1, toNumber(rate)));
  const origin = grid.fileSeconds(start - JUST_UNDER_HALF_MILLISECOND).toFixed(6);
  const interval = (time: string) => `floor((${time}-(${origin}))/${INTERVAL})`;
  return [
    `trim=start_pts=${from}:end_pts=${within.to}`,
    `select='isnan(prev_t)+gt(${interval('t')}\\,${interval('prev_t')})'`,
    ...(within.from === undefined ? [] : [`trim=start_pts=${within.from}`]),
  ];
}
