import type { Coverage } from '../frames/frames.ts';
import type { Span, Technical } from '../frames/technical.ts';
import { toMillisecond } from '../timestamp.ts';
import type { Window } from '../window.ts';
import type { Probe } from './probe.ts';

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

/** Joins stretches that touch, or lie no farther apart than `apart` seconds. */
export function joined(stretches: readonly Window[], apart = 0): Window[] {
  const all: Window[] = [];
  for (const [start, end] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last && start <= last[1] + apart) all[all.length - 1] = [last[0], Math.max(last[1], end)];
    else if (end > start) all.push([start, end]);
  }
  return all;
}

/** The parts of stretches that lie inside a window. */
export const within = (stretches: readonly Window[], [from, to]: Window): Window[] =>
  stretches
    .map(([start, end]): Window => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => end > start);

/** Stretches without what is taken out of them. */
export const without = (stretches: readonly Window[], taken: readonly Window[]): Window[] =>
  taken.reduce<Window[]>(
    (left, [from, to]) =>
      left.flatMap(([start, end]): Window[] =>
        to <= start || from >= end
          ? [[start, end]]
          : [[start, from] as const, [to, end] as const].filter(([a, b]) => b > a),
      ),
    [...stretches],
  );

/** Stretches as answers tell them, to the millisecond; one that has no length there is left out. */
export const rounded = (stretches: readonly Window[]): Window[] =>
  stretches
    .map(([start, end]): Window => [toMillisecond(start), toMillisecond(end)])
    .filter(([start, end]) => end > start);

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

/** Stretches that are named one by one in a note. */
const NAMED = 8;

/** `3.2-4.8 s and 7-9.5 s`. */
const named = (stretches: readonly Window[]): string =>
  listed(rounded(stretches).map(([start, end]) => `${start}-${end} s`));

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, NAMED);
  const more = texts.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : `${last}`;
}

/** As it is coded: before a player turns it. */
const coded = ({ second, width, height, pixelAspect }: Resize): string =>
  pixelAspect === undefined
    ? `it is coded in ${width}x${height} pixels from ${toMillisecond(second)} s on`
    : `its pixels are ${pixelAspect} times as wide as high from ${toMillisecond(second)} s on`;

/** What lies before the first picture has no second. */
function unheldIn(missing: readonly Window[]): string {
  const before = within(missing, [Number.NEGATIVE_INFINITY, 0]);
  const sum = before.reduce((seconds, [start, end]) => seconds + end - start, 0);
  const later = within(missing, [0, Number.POSITIVE_INFINITY]);
  return [
    ...(before.length > 0 ? [`${toMillisecond(sum)} s before the first picture`] : []),
    ...(later.length > 0 ? [named(later)] : []),
  ].join(', and ');
}

/** Says of a file that it has less than it states, or more than is read. */
export const lengthNotes = ({
  stated,
  cutOff,
  mayBeCutOff,
  restarts,
  goesOnAs,
  secondIndex,
  unread,
  pauses = [],
  missing = [],
  duration,
}: Pick<
  Probe,
  | 'stated'
  | 'cutOff'
  | 'mayBeCutOff'
  | 'restarts'
  | 'goesOnAs'
  | 'secondIndex'
  | 'unread'
  | 'pauses'
  | 'missing'
  | 'duration'
>): string[] => [
  ...(restarts
    ? [
        'The clock of the file begins again in its middle, as where files were put one behind the other: a part of it lies at seconds that were there before, and is not in this answer. Send its parts one by one, or joined by a tool that gives them one clock.',
      ]
    : []),
  ...(goesOnAs === undefined
    ? []
    : [
        `The picture of the file goes on in another stream or codec (${goesOnAs}) than it begins with, as where recordings were put one behind the other: that part is not in this answer. Send its parts one by one, or encoded anew as one.`,
      ]),
  ...(secondIndex
    ? [
        'The file holds a second index (moov), as where mp4 files were put one behind the other: what that one alone lists is not in this answer. Send the files one by one, or joined by a tool that makes one index.',
      ]
    : []),
  ...(unread === undefined
    ? []
    : [
        `The file is damaged at ${toMillisecond(duration)} s: the fragments of this mp4 cannot be read on there. The last ${unread} of its bytes are not in this answer. Upload it again if the original is whole.`,
      ]),
  ...(pauses.length > 0
    ? [
        `The edit list of the file is empty in ${named(pauses)}, where players show nothing new. What tiles show there, and what is heard there, is the beginning of its tracks once more: nothing of it, and no cut at its ends, is to be believed.`,
      ]
    : []),
  ...(missing.length > 0
    ? [
        `The site of the stream says that it does not have all of it: ${unheldIn(missing)}. Nothing of that is in this answer.`,
      ]
    : []),
  ...(stated === undefined
    ? []
    : [
        `The file states a length of ${toMillisecond(stated)} s, but only ${toMillisecond(duration)} s of it can be read: it was cut off or is damaged. Upload it again if the original is whole.`,
      ]),
  ...(cutOff
    ? [
        `The file ends in the middle of what it holds, at ${toMillisecond(duration)} s, and states no length: it was cut off. Upload it again if the original is longer.`,
      ]
    : []),
  ...(mayBeCutOff
    ? [
        `The file states a length that it does not have, or none, and ends at ${toMillisecond(duration)} s: it was cut off, or written before its length was known. Upload it again if the original is longer.`,
      ]
    : []),
];

const toThousandth = (ratio: number) => Math.round(ratio * 1000) / 1000;

/** Says that the shape of a picture changes, where its pictures do not tell from when on. */
export const shapeNotes = ({
  reshaped,
  picture,
}: Pick<Probe, 'reshaped' | 'picture'>): string[] => {
  if (!reshaped || !picture) return [];
  const [across, down] = picture.pixelAspect;
  return [
    `Around ${toMillisecond(reshaped.around)} s pixels of the picture are ${toThousandth(reshaped.pixelAspect)} times as wide as high, and no longer ${toThousandth(across / down)} times, as where a broadcast goes from 4:3 to 16:9. From when on is not seen: tiles have the shape of the beginning, and are stretched or squeezed there.`,
  ];
};

/** Says that a file holds other pictures beside the one that is read. */
export const besideNotes = ({
  otherPictures = 0,
  alphaBeside,
}: Pick<Probe, 'otherPictures' | 'alphaBeside'>): string[] => [
  ...(otherPictures === 0
    ? []
    : [
        `The file holds ${1 + otherPictures} video streams, as of several cameras or programmes: the one that players begin with is read, and nothing of the others is in this answer. Send each as a file of its own to have it read.`,
      ]),
  ...(alphaBeside
    ? [
        'The picture may be transparent in places (alpha_mode 1), which is not read: tiles show colours there that players hide. Lay it over a background and send that.',
      ]
    : []),
];

/** Says of a file that sound comes before its first frame, and that it is left out. */
export const beginningNotes = ({ soundBefore }: Pick<Probe, 'soundBefore'>): string[] =>
  soundBefore === undefined
    ? []
    : [
        `The sound begins ${toMillisecond(soundBefore)} s before the first frame, which is second 0: what is heard before it is left out.`,
      ];

const stepsBack = (clock: string, twice: readonly Window[]): string =>
  `${clock} steps back, as where recordings were put one behind the other: ${named(twice)} come twice, and what comes there the second time is not in this answer. Send its parts one by one, or joined by a tool that gives them one clock.`;

/** Says what a window's pictures are not. */
export function pictureNotes({
  lost,
  absent,
  doubtful,
  twice,
  resized,
  pictureEnds,
}: Damage): string[] {
  return [
    ...(twice.length > 0 ? [stepsBack('The clock of the file', twice)] : []),
    ...(lost.length > 0
      ? [
          `The file is damaged: its picture could not be decoded in ${named(lost)}. No tiles are drawn there, and nothing is known of what it showed.`,
        ]
      : []),
    ...(absent.length > 0
      ? [
          `The file holds neither picture nor sound in ${named(absent)}, as where a part of it was lost on its way: tiles there show the picture before, with the second of that.`,
        ]
      : []),
    ...(doubtful.length > 0
      ? [
          `The file is damaged: its picture was decoded with errors in ${named(doubtful)}. Tiles there, and what was measured there, may be wrong.`,
        ]
      : []),
    ...(resized.length > 0
      ? [
          `The picture changes its size or shape: ${listed(resized.map(coded))}. Tiles keep the shape that it has at the beginning of the file; where its own is another, it stands between black bars.`,
        ]
      : []),
    ...(pictureEnds === null
      ? []
      : [
          `The picture ends at ${toMillisecond(pictureEnds)} s; tiles after it show its last frame, with the second of that.`,
        ]),
  ];
}

/** Where none was heard, whether it ended before the window or begins after it is not known. */
const endOfSound = (ends: number, [start, end]: Window, duration: number): string => {
  if (ends <= start) return 'There is no sound in this window: it ends before, or begins later.';
  const at = `${toMillisecond(ends)} s`;
  return end < duration
    ? `There is no sound behind ${at} in this window: it ends there, or goes on later.`
    : `The sound ends at ${at}.`;
};

/**
 * Says what of a window's sound was not heard.
 * @param duration of the video, in seconds
 */
export function soundNotes(
  { silent, soundEnds, unheard, heardTwice = [] }: SoundDamage,
  window: Window,
  duration: number,
): string[] {
  return [
    ...(heardTwice.length > 0 ? [stepsBack('The clock of its sound', heardTwice)] : []),
    ...(unheard === null ? [] : [`${unheard} Nothing is known of its silences and words.`]),
    ...(silent.length > 0
      ? [
          `The file is damaged: its sound could not be decoded in ${named(silent)}. What is said there is missing.`,
        ]
      : []),
    ...(soundEnds === null ? [] : [endOfSound(soundEnds, window, duration)]),
  ];
}
