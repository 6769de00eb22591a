import { toMillisecond } from '../timestamp.ts';
import type { Window } from '../window.ts';
import type { Segment, Word } from './transcript.ts';

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

/**
 * The segments that are heard or shown inside a window, in seconds, cut to its edges. Their text is
 * whole, as a caption is shown; of their words those are left whose own time touches the window.
 */
export function cutToWindow(segments: readonly Segment[], [start, end]: Window): Segment[] {
  const inside = (at: number) => toMillisecond(Math.min(Math.max(at, start), end));
  const touching = <T extends Pick<Word, 'start' | 'end'>>(timed: readonly T[]): T[] =>
    timed
      .filter((one) => one.end > start && one.start < end)
      .map((one) => ({ ...one, start: inside(one.start), end: inside(one.end) }));
  return touching(segments).map((segment) => ({
    ...segment,
    ...(segment.words && { words: touching(segment.words) }),
  }));
}

/** The words that begin inside a window, in seconds. */
export const spokenIn = (segments: readonly Segment[], [start, end]: Window): string =>
  segments
    .flatMap((segment) => segment.words ?? spreadWords(segment))
    .filter((word) => word.start >= start && word.start < end)
    .map(({ word }) => word)
    .join(' ');

/** A silence this long ends a segment. */
const PAUSE_SECONDS = 0.5;
/** After the end of a sentence a shorter one does. */
const SENTENCE_PAUSE_SECONDS = 0.2;
/** A segment that has become this long ends at the next breath. */
const LONG_SECONDS = 12;
const BREATH_SECONDS = 0.15;

/** Puts words together to segments, which end in pauses and after sentences. */
export function segmentsOf(words: readonly Word[]): Segment[] {
  const groups: Word[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    const [first, last] = [group?.[0], group?.at(-1)];
    if (group && first && last && !endsHere(last, word, word.end - first.start)) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => ({
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    text: sentenceOf(group),
    confidence: meanConfidence(group),
    words: group,
  }));
}

/** Between letters of scripts that are written without spaces. */
const UNSPACED =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\u3001\u3002]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}])/gu;

const sentenceOf = (words: readonly Word[]): string =>
  words
    .map(({ word }) => word)
    .join(' ')
    .replaceAll(UNSPACED, '');

function endsHere(last: Word, next: Word, seconds: number): boolean {
  const silence = next.start - last.end;
  const sentence = /[.!?\u2026\u3002\uFF01\uFF1F]$/.test(last.word);
  if (silence >= (sentence ? SENTENCE_PAUSE_SECONDS : PAUSE_SECONDS)) return true;
  return seconds > LONG_SECONDS && (silence >= BREATH_SECONDS || sentence);
}

const meanConfidence = (words: readonly Word[]): number =>
  Math.round((words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length) * 1000) /
  1000;

/** Moves segments by some seconds, to the millisecond. */
export function shift(segments: readonly Segment[], seconds: number): Segment[] {
  const moved = <T extends { start: number; end: number }>(timed: T): T => ({
    ...timed,
    start: toMillisecond(timed.start + seconds),
    end: toMillisecond(timed.end + seconds),
  });
  return segments.map((segment) => ({
    ...moved(segment),
    ...(segment.words ? { words: segment.words.map(moved) } : {}),
  }));
}

export const withoutWords = ({ words: _, ...segment }: Segment): Segment => segment;

/** Below this a passage is told as uncertain. */
const UNCERTAIN = 0.5;

/** The passages that the recogniser was unsure of. */
export const uncertain = (segments: readonly Segment[]): Segment[] =>
  segments.filter(({ confidence }) => confidence < UNCERTAIN).map(withoutWords);
