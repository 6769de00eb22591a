import type { Probe } from '../sources/probe.ts';
import { toMillisecond } from '../timestamp.ts';
import type { Window } from '../window.ts';
import type { Coverage } from './frames.ts';

/** Says of a covered part what it leaves out of the window and of the video. */
export function coverageOf(
  covered: Window,
  window: Window,
  {
    duration,
    restarts = false,
    goesOnAs,
    secondIndex,
    unread,
    missing,
  }: Pick<Probe, 'duration' | 'restarts' | 'goesOnAs' | 'secondIndex' | 'unread' | 'missing'>,
  cutShortBy: string | null,
): Coverage {
  const [start, end] = covered.map(toMillisecond) as [number, number];
  const total = toMillisecond(duration);
  const gaps = [
    { start: 0, end: start },
    { start: end, end: total },
  ].filter((gap) => gap.end > gap.start);
  return {
    covered_seconds: toMillisecond(end - start),
    of_total: total,
    // What lies behind a restart of the clock or a hole between fragments, in another stream or
    // another index, or is not there at the ends of a stream, is no gap: it has no second.
    is_full_video: gaps.length === 0 && !(restarts || goesOnAs || secondIndex || unread || missing),
    gaps,
    ...(cutShortBy !== null && {
      truncated: { requested_end: toMillisecond(window[1]), next_start: end, reason: cutShortBy },
    }),
  };
}
