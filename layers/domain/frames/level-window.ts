import { DomainError } from '../errors.ts';
import { HALF_MILLISECOND, toMillisecond } from '../timestamp.ts';
import {
  ANY_LENGTH,
  END_SLACK_SECONDS,
  resolveWindow,
  type Window,
  windowSeconds,
} from '../window.ts';
import type { FramesRequest } from './frames.ts';
import { LEVEL_SPECS, type Level } from './levels.ts';

type Asked = Pick<FramesRequest, 'detail' | 'start' | 'end'>;

/**
 * Makes sure of a call whose video is still to be fetched that some video has its window, and that
 * its level takes one of that length.
 * @param longestRead seconds that the caller's plan reads in one call
 * @throws DomainError invalid_window, window_too_long_for_detail
 */
export function requirePossibleWindow(question: Asked, longestRead: number) {
  const { detail } = question;
  const longest = longestOf(detail);
  const window = resolveWindow(oneMoment(question), ANY_LENGTH, {
    call: longest,
    plan: longestRead,
  });
  if (detail === 'auto' || longest === undefined || !Number.isFinite(window[1])) return;
  // A video that ends before the window may cut it by so much, to a length that the level takes.
  if (windowSeconds(window) > longest + END_SLACK_SECONDS) withinLevelCap(detail, window);
}

/** `single` with only a start means the moment that starts there. */
export function oneMoment({ detail, start, end }: Asked) {
  if (detail !== 'single' || start === undefined || end !== undefined) return { start, end };
  return { start, end: start + (LEVEL_SPECS.single.max_window_seconds ?? 0) };
}

/** Seconds of the longest window that a call takes; without end where a longer one is cut short. */
export function longestOf(detail: Asked['detail']): number | undefined {
  if (detail === 'auto' || LEVEL_SPECS[detail].on_exceed === 'truncate') return undefined;
  return LEVEL_SPECS[detail].max_window_seconds ?? undefined;
}

/** @throws DomainError window_too_long_for_detail where the level refuses */
export function withinLevelCap(level: Level, window: Window): Window {
  const { max_window_seconds: cap, on_exceed } = LEVEL_SPECS[level];
  if (cap === null || windowSeconds(window) <= cap + HALF_MILLISECOND) return window;
  const end = toMillisecond(window[0] + cap);
  if (end >= toMillisecond(window[1])) return window;
  if (on_exceed === 'truncate') return [window[0], window[0] + cap];
  throw new DomainError(
    'window_too_long_for_detail',
    `${level} takes windows of up to ${cap} s; ${toMillisecond(windowSeconds(window))} s were asked.`,
    {
      max_window_seconds: cap,
      suggestion: { detail: level, start: toMillisecond(window[0]), end },
      alternative: 'Leave detail out and auto picks the closest level that covers the window.',
    },
  );
}
