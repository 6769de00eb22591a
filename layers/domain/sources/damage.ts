import type { Coverage } from '../frames/frames.ts';
import type { Span, Technical } from '../frames/technical.ts';
import { joined, rounded, without } from '../stretches.ts';
import { toMillisecond } from '../timestamp.ts';
import type { Window } from '../window.ts';

/** From a second on pictures are coded in another size than before, in pixels, or of other ones. */
export interface Resize {
  readonly second: number;
  readonly width: number;
  readonly height: number;
  /** How much wider than high pixels are, where that alone changes. */
  readonly pixelAspect?: number | undefined;
}

/**
 * What of a window could not be read as it was meant, in seconds from the first frame, in order.
 */
export interface Damage {
  /** The file holds something there, but no picture came out of it. */
  readonly lost: readonly Window[];
  /**
   * The file holds nothing there: its picture and its sound end together and go on together, without
   * a fault. Tiles show the picture before, with the second of that.
   */
  readonly absent: readonly Window[];
  /** Pictures came, decoded with errors or resting on frames that are lost. */
  readonly doubtful: readonly Window[];
  /** The clock of the file steps back over them: what comes there a second time is not shown. */
  readonly twice: readonly Window[];
  /** Where pictures change their size, which tiles do not. */
  readonly resized: readonly Resize[];
  /** No sound came out. */
  readonly silent: readonly Window[];
  /** Where the picture ended without any fault, when that is before the window does. */
  readonly pictureEnds: number | null;
  /** The same of the sound. */
  readonly soundEnds: number | null;
  /** Why there is sound that nobody listened to, though nothing of it is damaged. */
  readonly unheard: string | null;
}

/** The part of it that is about sound. */
export interface SoundDamage extends Pick<Damage, 'silent' | 'soundEnds' | 'unheard'> {
  /** The clock of the sound steps back over them: what comes there a second time is not heard. */
  readonly heardTwice?: readonly Window[] | undefined;
}

export const NO_DAMAGE: Damage = {
  lost: [],
  absent: [],
  doubtful: [],
  twice: [],
  resized: [],
  silent: [],
  pictureEnds: null,
  soundEnds: null,
  unheard: null,
};

/** Where nothing is shown that the file has at these seconds. */
export const unseenOf = ({ lost, absent }: Pick<Damage, 'lost' | 'absent'>): Window[] =>
  joined([...lost, ...absent]);

/** Stretches that an answer tells one by one. */
export const MOST_HOLES = 2_000;

/**
 * Lost stretches as answers tell them: to the millisecond. Of more than can be told the nearest are
 * joined, so that what lies between them counts as lost too and is not paid for.
 */
export function holesOf(lost: readonly Window[]): Window[] {
  const holes = joined(rounded(lost));
  if (holes.length <= MOST_HOLES) return holes;
  const between = holes.slice(1).map(([start], at) => start - (holes[at]?.[1] ?? start));
  return joined(holes, between.sort((a, b) => a - b)[holes.length - MOST_HOLES - 1]);
}

/** A plan's coverage without its holes. What has seconds that were there before is no gap. */
export function coverageWithout(
  coverage: Coverage,
  { lost: holes, twice }: Pick<Damage, 'lost' | 'twice'>,
): Coverage {
  if (holes.length === 0) {
    return twice.length === 0 ? coverage : { ...coverage, is_full_video: false };
  }
  const gaps = joined([
    ...coverage.gaps.map(({ start, end }) => [start, end] as const),
    ...holes,
  ]).map(([start, end]) => ({ start, end }));
  const missing = holes.reduce((sum, [start, end]) => sum + end - start, 0);
  return {
    ...coverage,
    covered_seconds: toMillisecond(Math.max(0, coverage.covered_seconds - missing)),
    is_full_video: false,
    gaps,
  };
}

/** Spans shorter than these are none, in seconds. */
const FREEZE_SECONDS = 1;
const BLACK_SECONDS = 0.1;
const SILENCE_SECONDS = 0.5;

/**
 * Findings without those that are only the last picture before a hole, or the silence of lost
 * sound.
 */
export function technicalWithout(technical: Technical, damage: Damage): Technical {
  const { silent, unheard } = damage;
  const [unseen, mute] = [rounded(unseenOf(damage)), rounded(silent)];
  return {
    ...technical,
    freezes: spansWithout(technical.freezes, unseen, FREEZE_SECONDS),
    blacks: spansWithout(technical.blacks, unseen, BLACK_SECONDS),
    silence_gaps:
      unheard === null ? spansWithout(technical.silence_gaps, mute, SILENCE_SECONDS) : [],
  };
}

function spansWithout(spans: Span[], taken: readonly Window[], shortest: number): Span[] {
  if (taken.length === 0) return spans;
  return spans.flatMap((span) => {
    const left = without([[span.start, span.end]], taken);
    if (left.length === 1 && left[0]?.[0] === span.start && left[0][1] === span.end) return [span];
    return left
      .map(([start, end]) => ({ start, end, duration: toMillisecond(end - start) }))
      .filter(({ duration }) => duration >= shortest);
  });
}
