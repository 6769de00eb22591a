import { DomainError } from './errors.ts';
import { toMillisecond } from './timestamp.ts';

/** [start, end] in seconds from the first frame. */
export type Window = readonly [start: number, end: number];

/** How far past the end a window may reach and still mean "to the end", in seconds. */
export const END_SLACK_SECONDS = 0.5;

/**
 * The length of a video that is still to be fetched: a window is refused only if no video has it,
 * so that none is fetched for it.
 */
export const ANY_LENGTH = Number.POSITIVE_INFINITY;

/** What is offered of a video when what was asked is empty or lies outside of it, in seconds. */
const OFFERED_SECONDS = 10;

/** How long a window may be that is offered instead of a refused one, in seconds. */
export interface Offered {
  /** The longest that the call takes. */
  readonly call?: number | undefined;
  /** The longest that the caller's plan reads in one call; it ends nothing that has no end. */
  readonly plan?: number | undefined;
}

/**
 * The part of a video that a caller means; the whole video when nothing is given.
 * @throws DomainError invalid_window
 */
export function resolveWindow(
  asked: { start?: number | undefined; end?: number | undefined },
  duration: number,
  longest: Offered = {},
): Window {
  const start = asked.start ?? 0;
  const end = asked.end ?? duration;
  const length = toMillisecond(duration);
  const refuse = (message: string) =>
    new DomainError('invalid_window', message, {
      suggestion: windowNear([start, end], length, longest),
    });
  if (start < 0) {
    throw refuse(`start is ${start} s, but a video begins at 0 s. Choose a later start.`);
  }
  if (end < 0) throw refuse(`end is ${end} s, but a video begins at 0 s. Choose a later end.`);
  // Compared at the millisecond that every answer rounds to: what begins at the end holds nothing.
  if (start > 0 && toMillisecond(start) >= length) {
    throw refuse(
      `start is ${toMillisecond(start)} s, but the video ends at ${length} s. Choose a start before its end.`,
    );
  }
  if (end < start) {
    throw refuse(`end (${end} s) lies before start (${start} s). Send them the other way round.`);
  }
  // From the end that callers are told: the true one may lie up to half a millisecond before it.
  if (toMillisecond(end - length) > END_SLACK_SECONDS) {
    throw refuse(`end is ${end} s, but the video ends at ${length} s. Choose an earlier end.`);
  }
  return [start, Math.min(end, duration)];
}

/**
 * Nothing is said or happens in a moment.
 * @param what needs a stretch of the video
 * @throws DomainError invalid_window
 */
export function requireLength([start, end]: Window, duration: number, what: string): void {
  const [from, to] = [toMillisecond(start), toMillisecond(end)];
  if (to > from) return;
  const suggestion = {
    start: from,
    end: toMillisecond(Math.min(from + OFFERED_SECONDS, duration)),
  };
  throw new DomainError(
    'invalid_window',
    `The window begins and ends at ${from} s; ${what} needs at least a millisecond. Choose a later end.`,
    { suggestion },
  );
}

/**
 * The window inside a video of `length` seconds that comes nearest to what was asked; without an end
 * where nothing sets one.
 */
function windowNear(
  [from, to]: Window,
  length: number,
  { call = Number.POSITIVE_INFINITY, plan = Number.POSITIVE_INFINITY }: Offered,
) {
  const inside = (seconds: number) => toMillisecond(Math.min(Math.max(seconds, 0), length));
  const start = inside(Math.min(from, to));
  const end = inside(Math.max(from, to));
  if (start >= length) {
    return { start: inside(length - Math.min(OFFERED_SECONDS, call)), end: length };
  }
  const last = Math.min(end > start ? end : length, start + call);
  return Number.isFinite(last) ? { start, end: inside(Math.min(last, start + plan)) } : { start };
}

/** Whether a window is all of a video, at the millisecond that every answer rounds to. */
export const isAllOf = ([start, end]: Window, duration: number): boolean =>
  start === 0 && toMillisecond(end) >= toMillisecond(duration);

export const windowSeconds = ([start, end]: Window): number => end - start;

/** What a window lasts as answers tell it, by its ends at the millisecond: prices go by nothing finer. */
export const toldSeconds = ([start, end]: Window): number =>
  toMillisecond(toMillisecond(end) - toMillisecond(start));
