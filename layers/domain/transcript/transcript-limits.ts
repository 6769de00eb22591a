import type { Window } from '../window.ts';

/** The part of a segment that limits look at. */
interface Said {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words?: readonly unknown[] | undefined;
}

/**
 * Most that one transcript holds: some two hours of speech. A longer one is gone on with by a
 * window.
 */
const MAX_WORDS = 20_000;
const MAX_SEGMENTS = 5_000;
/** For writing without spaces, which has no words to count, and for words as long as a page. */
const MAX_CHARACTERS = 300_000;

/** Not by `toLocaleString`, which takes 20 ms to set up in every process that starts. */
const grouped = (count: number): string => String(count).replace(/\d(?=(\d{3})+$)/g, '$&,');

/** Says what a transcript is limited to. */
export const TRANSCRIPT_LIMITS = `${grouped(MAX_WORDS)} words, ${grouped(MAX_SEGMENTS)} segments or ${grouped(MAX_CHARACTERS)} characters`;

/** Counts what a transcript holds, segment by segment. */
export class TranscriptSize {
  #words = 0;
  #segments = 0;
  #characters = 0;

  add({ words, text }: Pick<Said, 'words' | 'text'>): void {
    this.#segments += 1;
    this.#words += words?.length ?? text.split(/\s+/).length;
    this.#characters += text.length;
  }

  /** Whether it is more than one transcript holds. */
  get isOver(): boolean {
    return (
      this.#words > MAX_WORDS || this.#segments > MAX_SEGMENTS || this.#characters > MAX_CHARACTERS
    );
  }
}

/** A transcript as far as it fits. */
export interface Limited<Segment> {
  readonly segments: readonly Segment[];
  /** Second at which to go on; null when everything is in. */
  readonly nextStart: number | null;
  /**
   * Segments that were left out because they are shown during others, of which there are too many.
   */
  readonly leftOut: number;
}

/**
 * Cuts segments to the limits of one transcript, at the end of a segment behind which every other
 * one ends: a call from there on gets exactly the segments that are not in this one.
 * @param segments in the order of their starts, cut to the window
 */
export function limited<Segment extends Said>(
  segments: readonly Segment[],
  [, windowEnd]: Window,
): Limited<Segment> {
  const fitting = fittingCount(segments);
  if (fitting === segments.length) return { segments, nextStart: null, leftOut: 0 };
  const earliestEnds = earliestEndsFrom(segments);
  const latestEnds = latestEndsUpTo(segments);
  let count = fitting;
  while (count > 0 && !isBetween(latestEnds[count - 1], earliestEnds[count])) count -= 1;
  if (count === 0) count = fitting;
  const end = latestEnds[count - 1] ?? windowEnd;
  return {
    segments: segments.slice(0, count),
    nextStart: end < windowEnd ? end : null,
    leftOut: segments.slice(count).filter((segment) => segment.end <= end).length,
  };
}

const isBetween = (latest = Number.POSITIVE_INFINITY, earliest = 0): boolean => latest < earliest;

/** How many segments fit; at least one, so that whoever goes on gets somewhere. */
function fittingCount(segments: readonly Said[]): number {
  const size = new TranscriptSize();
  const over = segments.findIndex((segment) => {
    size.add(segment);
    return size.isOver;
  });
  return over < 0 ? segments.length : Math.max(1, over);
}

/** At place i the latest end of the segments up to i. */
function latestEndsUpTo(segments: readonly Said[]): number[] {
  let latest = Number.NEGATIVE_INFINITY;
  return segments.map(({ end }) => {
    latest = Math.max(latest, end);
    return latest;
  });
}

/** At place i the earliest end of the segments from i on. */
function earliestEndsFrom(segments: readonly Said[]): number[] {
  let earliest = Number.POSITIVE_INFINITY;
  return segments
    .toReversed()
    .map(({ end }) => {
      earliest = Math.min(earliest, end);
      return earliest;
    })
    .reverse();
}
