import type { Damage } from '../../domain/sources/damage.ts';
import { joined, within, without } from '../../domain/stretches.ts';
import type { Window } from '../../domain/window.ts';
import { latestSecond } from './coming-again.ts';

/** What a decode told of its frames, in the order in which they are shown. */
export interface FrameRecord {
  readonly seconds: (frame: number) => number;
  readonly count: number;
  readonly isKey: (frame: number) => boolean;
  /**
   * How many frames had passed when a fault was told; ascending. A decoder tells of it before the
   * frames that it harms.
   */
  readonly faults: readonly number[];
  /** The same of faults after which a picture came nevertheless. */
  readonly spoilt: readonly number[];
  /** How long a frame lasts, in seconds. */
  readonly frameSeconds: number;
  /** Seconds between two frames beyond which some are missing even if nobody tells of a fault. */
  readonly longestGap: number;
  /** Second at which the file has its last frame, as far as it tells. */
  readonly lastAt: number | undefined;
}

/** Frames that a decoder and a demuxer work ahead of what has passed. */
export const AHEAD = 64;
/**
 * Frames within which the picture that a fault was told of has passed: as many as are decoded at once,
 * and from FFmpeg 7 on another eight that wait to be filtered.
 */
const SOON = 16;
/**
 * Frames within which a whole one follows where streams were put one behind the other: there the
 * last packet of the first one looks as if it were torn, and reordering shows others beside it.
 */
const JOINED = 4;
/** A hole is longer than this many frames, and this many seconds. */
const LEAST_FRAMES = 1.5;
const LEAST_SECONDS = 0.1;

const faultBefore = ({ faults }: FrameRecord, frame: number, ahead = AHEAD): boolean => {
  const at = faults.findLast((passed) => passed <= frame);
  return at !== undefined && at >= frame - ahead;
};

/**
 * Whether a picture is missing before a frame that could not be decoded: too little for a hole, but
 * those behind it may rest on it.
 */
const lacksOne = (record: FrameRecord, frame: number): boolean =>
  record.seconds(frame) - record.seconds(frame - 1) > LEAST_FRAMES * record.frameSeconds &&
  faultBefore(record, frame, SOON);

/**
 * The seconds before a frame in which no picture came, when a fault explains that there is none.
 */
export function holeBefore(record: FrameRecord, frame: number): Window | undefined {
  if (frame < 1) return undefined;
  const { frameSeconds, seconds } = record;
  const from = seconds(frame - 1) + frameSeconds;
  const to = seconds(frame);
  const least = Math.max(LEAST_SECONDS, (LEAST_FRAMES - 1) * frameSeconds);
  if (to - from < least) return undefined;
  const isTooLong = to - from > record.longestGap;
  return isTooLong || faultBefore(record, frame) ? [from, to] : undefined;
}

/**
 * Frames that come this much after the last one that was read are missing, with or without a fault.
 */
const MISSING_SECONDS = 0.5;

/**
 * The seconds up to `end` in which no picture came any more, when a fault explains that or the file
 * has frames there.
 */
export function holeAtEnd(record: FrameRecord, end: number): Window | undefined {
  const { count, frameSeconds, lastAt } = record;
  if (count === 0) return undefined;
  const last = latestSecond(record);
  const from = last + frameSeconds;
  if (end - from < LEAST_SECONDS) return undefined;
  const missing = lastAt !== undefined && Math.min(lastAt, end) - last > MISSING_SECONDS;
  return missing || faultBefore(record, count) ? [from, end] : undefined;
}

/**
 * What of a window was lost and what is doubtful.
 * @param torn seconds at which packets are decoded of which a part is missing
 * @param gone stretches of which the file holds nothing: what follows them may rest on it
 * @param end until when frames are owed: the window's end, the picture's, or undefined where it was
 * not read so far
 */
export function pictureDamage(
  record: FrameRecord,
  { torn, gone }: { readonly torn: readonly number[]; readonly gone: readonly Window[] },
  window: Window,
  end: number | undefined,
): Pick<Damage, 'lost' | 'doubtful'> {
  const { count, seconds, frameSeconds, spoilt } = record;
  const wholeFrom = nextWhole(record);
  const lost: Window[] = [];
  /**
   * Frames from which on, up to the next whole one, pictures may be wrong; whole ones come `until`
   * or later.
   */
  const suspects: { from: number; until: number }[] = spoilt.map((frame) => ({
    from: frame,
    until: frame + SOON,
  }));
  for (const from of framesAt(record, torn)) {
    // Not that one, which is torn itself though it needs no other.
    const until = from + 1;
    if (wholeFrom(until) - from > JOINED) suspects.push({ from, until });
  }
  const behind = gone.map(([, to]) => to);
  for (const from of framesAt(record, behind)) {
    suspects.push({ from, until: from });
  }
  for (let frame = 1; frame < count; frame++) {
    const hole = holeBefore(record, frame);
    if (hole) lost.push(hole);
    else if (!lacksOne(record, frame)) continue;
    suspects.push({ from: frame, until: frame });
  }
  const atEnd = end === undefined ? undefined : holeAtEnd(record, end);
  if (atEnd) lost.push(atEnd);

  const doubtful = suspects.flatMap(({ from, until }): Window[] => {
    const whole = wholeFrom(until);
    if (from >= count || whole === from) return [];
    return [[seconds(from), whole < count ? seconds(whole) : seconds(count - 1) + frameSeconds]];
  });
  return {
    lost: within(joined(lost), window),
    doubtful: without(within(joined(doubtful), window), lost),
  };
}

/** A shorter stretch without picture and sound is none that a part of a file leaves. */
const LEAST_ABSENT_SECONDS = 0.5;
/** Parts of a file end and begin with picture and sound that are this much apart. */
const BESIDE_SECONDS = 0.25;

/**
 * Stretches of which a file holds nothing, though no fault tells of it, as of an mp4 that has lost
 * one of its fragments: a picture alone may be held for long, and sound alone may pause.
 * @param jumps stretches that have no sound, without a fault
 * @param missing stretches of which it is known that something is missing, as its clock tells them
 */
export function absentStretches(
  { count, seconds, frameSeconds }: Pick<FrameRecord, 'count' | 'seconds' | 'frameSeconds'>,
  jumps: readonly Window[],
  missing: readonly Window[] = [],
): Window[] {
  if (jumps.length === 0 && missing.length === 0) return [];
  const isBeside = (a: number, b: number) => Math.abs(a - b) <= BESIDE_SECONDS;
  const absent: Window[] = [];
  for (let frame = 1; frame < count; frame++) {
    const [from, to] = [seconds(frame - 1) + frameSeconds, seconds(frame)];
    if (to - from < LEAST_ABSENT_SECONDS) continue;
    if (
      jumps.some((jump) => isBeside(jump[0], from) && isBeside(jump[1], to)) ||
      overlap(missing, [from, to]) >= LEAST_ABSENT_SECONDS
    ) {
      absent.push([from, to]);
    }
  }
  return absent;
}

const overlap = (stretches: readonly Window[], window: Window): number =>
  within(stretches, window).reduce((seconds, [start, end]) => seconds + end - start, 0);

/** The first whole frame from each one on; `count` where there is none. */
function nextWhole({ count, isKey }: FrameRecord): (frame: number) => number {
  const next = new Uint32Array(count + 1).fill(count);
  for (let frame = count - 1; frame >= 0; frame--) {
    next[frame] = isKey(frame) ? frame : (next[frame + 1] as number);
  }
  return (frame) => next[Math.min(frame, count)] as number;
}

/** The first frames that are shown at each of some seconds or later. */
function framesAt({ count, seconds }: FrameRecord, times: readonly number[]): number[] {
  let frame = 0;
  return times
    .toSorted((a, b) => a - b)
    .map((time) => {
      while (frame < count && seconds(frame) < time) frame++;
      return frame;
    });
}

/** What became of a tile; in seconds from the first frame. */
export interface ToldTile {
  /** The second that it was asked to show. */
  readonly second: number;
  /** The frame that it shows; undefined when none is drawn. */
  readonly shows: number | undefined;
}

/**
 * Lost stretches that agree with the tiles: a drawn one shows its frame from the frame's time on,
 * and one that is left out is a loss. Times that damage has put out of order would otherwise say
 * both.
 */
export function agreeing(
  lost: readonly Window[],
  tiles: readonly ToldTile[],
  frameSeconds: number,
  window: Window,
): Window[] {
  const isLost = (second: number) => lost.some(([from, to]) => second >= from && second < to);
  const drawn = tiles.flatMap(({ second, shows }): Window[] =>
    shows !== undefined && (isLost(second) || isLost(shows))
      ? [[Math.min(shows, second), second + frameSeconds]]
      : [],
  );
  const missing = tiles.flatMap(({ second, shows }): Window[] =>
    shows === undefined && !isLost(second) ? [[second, second + frameSeconds]] : [],
  );
  return within(joined([...without(lost, drawn), ...missing]), window);
}
