import { toMillisecond } from './timestamp.ts';
import type { Segment, Word } from './transcript.ts';
import type { Window } from './window.ts';

/** The text of several segments. */
export const textOf = (segments: readonly Segment[]): string =>
  segments.map(({ text }) => text).join(' ');

/**
 * Times the words of a text of which only the whole is timed: each takes its share of the letters.
 * Such times are guesses; good enough to say on which sheet a word falls.
 */
export function spreadWords({ start, end, text, confidence }: Omit<Segment, 'words'>): Word[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  // A space takes as long as a letter, so that short words are not crowded together.
  const total = words.reduce((sum, word) => sum + word.length + 1, 0);
  let letters = 0;
  const at = () => toMillisecond(start + ((end - start) * letters) / total);
  return words.map((word) => {
    const from = at();
    letters += word.length + 1;
    return { start: from, end: at(), word, confidence };
  });
}

/** The part of the segments that is heard or shown inside a window, in seconds. */
export function cutToWindow(segments: readonly Segment[], [start, end]: Window): Segment[] {
  const inside = (at: number) => toMillisecond(Math.min(Math.max(at, start), end));
  return segments
    .filter((segment) => segment.end > start && segment.start < end)
    .map((segment) => ({ ...segment, start: inside(segment.start), end: inside(segment.end) }));
}

/** The words that begin inside a window, in seconds. */
export const spokenIn = (segments: readonly Segment[], [start, end]: Window): string =>
  segments
    .flatMap((segment) => segment.words ?? spreadWords(segment))
    .filter((word) => word.start >= start && word.start < end)
    .map(({ word }) => word)
    .join(' ');
