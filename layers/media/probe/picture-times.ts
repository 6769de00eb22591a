import type { PictureStream } from '../../domain/sources/probe.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { countsTooFew, MOST_COUNTED_BYTES } from './counted-end.ts';
import type { Described } from './describe-file.ts';
import {
  type Description,
  fraction,
  isInFragments,
  type Stream,
  statedEnds,
} from './describe-streams.ts';
import { firstFrames } from './first-frames.ts';
import { frameRates } from './frame-rates.ts';
import { endOfSound, type Last, lastFrame } from './last-frame.ts';
import { laterPicture, laterShape } from './later-picture.ts';
import { CLOCK_SECONDS, type Later, lookLater, NOTHING_LATER } from './later-places.ts';
import { type Frame, ptsOf } from './list-frames.ts';
import { allAtOnce, notMedia, restarted, untimed, untimedThroughout } from './refusals.ts';
import { SOUND_SLACK_SECONDS } from './sound-streams.ts';

/** Transport and program streams: what lies behind the first of them is not in any index. */
const LOOKED_AT: ReadonlySet<string> = new Set(['mpegts', 'mpeg']);

/** Their pictures have no times, or those at which they are decoded, counted as those of the sound. */
const TIMES_NO_PICTURE: ReadonlySet<string> = new Set(['avi', 'gxf']);

/** What they state is no guess of FFmpeg's from their bit rate, nor one frame short. */
const STATES_ITS_END = ['mp4', 'matroska', 'flv', 'mpegts', 'asf'];

/** Where a file states that its last picture ends as it begins, nothing is told by that. */
const ROUNDED_SECONDS = 0.002;

/** A file that is being opened. */
export interface OpenedFile {
  readonly binaries: Binaries;
  readonly input: string;
  readonly description: Described;
  readonly signal: AbortSignal;
}

/** When a picture begins and ends, in seconds of the file's own clock. */
export interface PictureTimes
  extends Pick<PictureStream, 'timeBase' | 'firstPts' | 'rate' | 'peakRate'> {
  /** The first ones. */
  readonly frames: readonly Frame[];
  /** Where the first frame is shown. */
  readonly origin: number;
  /** How much later it is told than the sound that belongs to it, in seconds. */
  readonly late: number;
  readonly frameSeconds: number;
  readonly last: (Pick<Last, 'isCutOff' | 'keyframes'> & { readonly at: number }) | undefined;
  readonly end: number;
  /** Where the video ends: sound that runs on belongs to it. */
  readonly videoEnd: number;
  readonly restarts: boolean;
  /** Codec of the picture with which the file goes on where this one is not. */
  readonly goesOnAs: string | undefined;
  /** Whether packets are lost in a file that counts them, and its index tells their times. */
  readonly byIndex: boolean;
  /** Another shape that its pixels are found to have later on, and at which second. */
  readonly reshaped: ReturnType<typeof laterShape>;
}

/** @throws DomainError no_video_stream when its seconds cannot be named */
export async function pictureTimes(
  { binaries, input, description, signal }: OpenedFile,
  stream: Stream,
  hasSound: boolean,
): Promise<PictureTimes> {
  const { format, lacksIndex } = description;
  const { start, length, end: stated } = statedEnds(description);
  // Without an index it is not known where that is.
  const containerEnd = lacksIndex ? undefined : stated;
  const timeBase = fraction(stream.time_base) ?? [1, 1000];
  const found = { binaries, input, stream: stream.index, signal, lacksIndex };
  const isCounted = format.format_name === 'avi' && Number(format.size) <= MOST_COUNTED_BYTES;
  const byIndex =
    isCounted && containerEnd !== undefined && (await countsTooFew(found, containerEnd));
  const endsInAny = isInFragments(description, stream) || format.format_name === 'flv';
  const opening = { ...found, byIndex, endsInAny };
  const perSecond = timeBase[1] / timeBase[0];
  const [frames, near, behind] = await Promise.all([
    firstFrames(opening, description.frames),
    lastFrame(opening, containerEnd, perSecond),
    later({ binaries, input, description, signal }, start),
  ]);
  // What lies at the end of such a file is the end of its last part, which may be a shorter one.
  const listed = behind.restarts
    ? await lastFrame({ ...opening, restarts: true }, undefined, perSecond)
    : near;
  const firstPts = firstTime(description, frames);
  if (listed && areAtOnce(frames, listed.start)) throw allAtOnce();
  const inSeconds = (ticks: number) => (ticks * timeBase[0]) / timeBase[1];
  const rates = frameRates(stream, frames, timeBase);
  const origin = inSeconds(firstPts);
  // Packets have there the times at which they are decoded, from zero on.
  const held = lacksIndex ? firstPts : 0;
  const last = listed && { ...listed, start: listed.start + held, end: listed.end + held };
  const frameSeconds = rates.rate[1] / rates.rate[0];
  const timesNone = lacksIndex || TIMES_NO_PICTURE.has(format.format_name);
  const isLate = timesNone && frames[0]?.pts === undefined;
  const late = isLate ? (stream.has_b_frames ?? 0) * spacingOf(stream, frameSeconds) : 0;
  // Where no packet has any time the header's length is all there is.
  const lastEnd = last === undefined ? origin + (length ?? 0) : inSeconds(last.end);
  // Nor do some streams tell how long their packets last, and of Matroska FFmpeg tells the mean.
  const isTold = last !== undefined && last.start !== last.end;
  const usual = isTold || last === undefined ? lastEnd : lastEnd + frameSeconds;
  const ends = last && (!isTold || isMatroska(description)) ? endsStated(description) : [];
  const within = (second: number) =>
    second > inSeconds(last?.start ?? 0) + ROUNDED_SECONDS && second < usual;
  const shown = lacksIndex ? usual : (ends.find(within) ?? usual);
  const end = Math.max(shown, origin + frameSeconds);
  const runsOn = (second: number | undefined): second is number =>
    hasSound && second !== undefined && second > end + SOUND_SLACK_SECONDS;
  // Of AVI ffmpeg tells the length of the picture alone.
  const mayRunOn = runsOn(containerEnd) || (hasSound && format.format_name === 'avi');
  const soundEnd = mayRunOn ? (await endOfSound(opening, containerEnd))?.end : undefined;
  const videoEnd = runsOn(soundEnd) ? soundEnd + late : end;
  refuseFullClock(behind.restarts, videoEnd - origin);
  return {
    ...rates,
    frames,
    timeBase,
    firstPts,
    origin,
    late,
    frameSeconds,
    last: last && { ...last, at: inSeconds(last.start) },
    end,
    videoEnd,
    restarts: behind.restarts || (last?.beginsAgain ?? false),
    byIndex,
    goesOnAs: laterPicture(description, stream, end, behind),
    reshaped: laterShape(stream, behind),
  };
}

/** What later places of a file tell, where its beginning cannot. */
export async function later(
  { binaries, input, description: { format }, signal }: OpenedFile,
  start: number,
): Promise<Later> {
  if (!LOOKED_AT.has(format.format_name)) return NOTHING_LATER;
  return lookLater(binaries, input, { start, bytes: Number(format.size ?? 0) }, signal);
}

/** @throws DomainError no_video_stream where a length is that of a clock that has run full */
export function refuseFullClock(restarts: boolean, seconds: number): void {
  if (restarts && seconds > CLOCK_SECONDS / 2) throw restarted();
}

function firstTime(description: Description, frames: readonly Frame[]): number {
  const [first] = frames;
  if (first === undefined) throw notMedia('no frame of its picture can be decoded');
  const firstPts = frames.map(ptsOf).find((pts) => pts !== undefined);
  // Where only some have no time, the seconds of all later ones would be too early.
  const isEarly = isMatroska(description) && ptsOf(first) === undefined;
  if (isEarly) throw untimed();
  if (firstPts === undefined) throw untimedThroughout();
  return firstPts;
}

/**
 * Whether several pictures are all there is, and all of them have one time.
 * @param last time of the last one, in ticks
 */
const areAtOnce = (frames: readonly Frame[], last: number): boolean =>
  frames.length > 1 && frames.every((frame) => ptsOf(frame) === last);

const isOf = ({ format }: Description, name: string) =>
  format.format_name.split(',').includes(name);
const isMatroska = (description: Description) => isOf(description, 'matroska');

/**
 * Where a file may state that it ends, the earliest first. What Matroska states is, by who wrote it,
 * the end or the length: from zero on also where its sound is said to begin before that.
 */
function endsStated(description: Description): number[] {
  const { length, end } = statedEnds(description);
  if (length === undefined || end === undefined) return [];
  if (!STATES_ITS_END.some((name) => isOf(description, name))) return [];
  return isMatroska(description) ? [length, Math.max(length, end)] : [end];
}

/** Seconds from a picture to the next: an AVI may state more of them a second than it holds. */
function spacingOf({ r_frame_rate }: Stream, stated: number): number {
  const [pictures, seconds] = fraction(r_frame_rate) ?? [1, stated];
  return Math.max(stated, seconds / pictures);
}
