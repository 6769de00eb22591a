import { toNumber } from '../../domain/fraction.ts';
import type { PictureStream } from '../../domain/sources/probe.ts';
import type { Window } from '../../domain/window.ts';
import type { TimeGrid } from './time-grid.ts';

/** Where the pictures for reading come, whether there is sound or not. */
export const TEXT_PIPE = 6;
/** Seconds between two pictures: writing that stands for one second is on two of them. */
const INTERVAL = 0.4;

/**
 * Filters that pick the frames that may be read, from the one that is shown at the start of the
 * window on.
 */
export function textSamples(
  grid: TimeGrid,
  { rate }: Pick<PictureStream, 'rate'>,
  [start, end]: Window,
): string[] {
  const frame = 1 / Math.max(1, toNumber(rate));
  return [
    `trim=start_pts=${grid.endTicks(start - frame)}:end_pts=${grid.endTicks(end)}`,
    `select='isnan(prev_selected_t)+gte(t-prev_selected_t\\,${INTERVAL})'`,
  ];
}
