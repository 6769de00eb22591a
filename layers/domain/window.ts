import { DomainError } from './errors.ts';
import { toMillisecond } from './timestamp.ts';

/** [start, end] in seconds from the first frame. */
export type Window = readonly [start: number, end: number];

/** How far past the end a window may reach and still mean "to the end", in seconds. */
const END_SLACK_SECONDS = 0.5;

/**
 * The part of a video that a caller means; the whole video when nothing is given.
 * @throws DomainError invalid_window
 */
export function resolveWindow(
  asked: { start?: number | undefined; end?: number | undefined },
  duration: number,
): Window {
  const start = asked.start ?? 0;
  const end = asked.end ?? duration;
  const length = toMillisecond(duration);
  if (asked.start !== undefined && asked.end !== undefined && end < start) {
    throw new DomainError(
      'invalid_window',
      `end (${end} s) lies before start (${start} s). Send them the other way round.`,
      { suggestion: { start: Math.min(end, length), end: Math.min(start, length) } },
    );
  }
  if (start > 0 && start >= duration) {
    throw new DomainError(
      'invalid_window',
      `start is ${start} s, but the video ends at ${length} s. Choose a start before its end.`,
      { suggestion: { start: toMillisecond(Math.max(0, duration - 10)), end: length } },
    );
  }
  if (end > duration + END_SLACK_SECONDS) {
    throw new DomainError(
      'invalid_window',
      `end is ${end} s, but the video ends at ${length} s. Leave end out to read to the end.`,
      { suggestion: { start, end: length } },
    );
  }
  return [start, Math.min(end, duration)];
}

export const windowSeconds = ([start, end]: Window): number => end - start;
