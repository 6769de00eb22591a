import { without } from '../stretches.ts';
import { toMillisecond } from '../timestamp.ts';
import type { Window } from '../window.ts';
import type { Damage, Resize, SoundDamage } from './damage.ts';
import { listed, named } from './told-stretches.ts';

/** As it is coded: before a player turns it. */
const coded = ({ second, width, height, pixelAspect }: Resize): string =>
  pixelAspect === undefined
    ? `it is coded in ${width}x${height} pixels from ${toMillisecond(second)} s on`
    : `its pixels are ${pixelAspect} times as wide as high from ${toMillisecond(second)} s on`;

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

/** Sound and picture of what is missing end and begin again this much apart, in seconds. */
const BESIDE_SECONDS = 0.25;
/** A shorter loss takes no word away. */
const LEAST_SECONDS = 0.1;

/**
 * Says what of a window's sound was not heard.
 * @param duration of the video, in seconds
 * @param absent stretches of which another note says that nothing is there to be decoded
 */
export function soundNotes(
  { silent, soundEnds, unheard, heardTwice = [] }: SoundDamage,
  window: Window,
  duration: number,
  absent: readonly Window[] = [],
): string[] {
  const around = absent.map(([from, to]): Window => [from - BESIDE_SECONDS, to + BESIDE_SECONDS]);
  const damaged = without(silent, around).filter(([from, to]) => to - from >= LEAST_SECONDS);
  return [
    ...(heardTwice.length > 0 ? [stepsBack('The clock of its sound', heardTwice)] : []),
    ...(unheard === null ? [] : [`${unheard} Nothing is known of its silences and words.`]),
    ...(damaged.length > 0
      ? [
          `The file is damaged: its sound could not be decoded in ${named(damaged)}. What is said there is missing.`,
        ]
      : []),
    ...(soundEnds === null ? [] : [endOfSound(soundEnds, window, duration)]),
  ];
}
