import { toNumber } from '../../domain/fraction.ts';
import { canSeek } from '../../domain/sources/probe.ts';
import type { Source, Tile } from './decode.ts';
import { LiveRecording } from './live-recording.ts';
import { Read } from './read.ts';
import { TimeGrid } from './time-grid.ts';

/** Enough for a player's notion of the frame before; seeking lands on a keyframe anyway. */
const SEEK_MARGIN_SECONDS = 0.2;
/** Where the frame that is owed does not come then. */
const FARTHER_SECONDS = [6, 40];

/**
 * Where a seek does not come to its second, there is none. Matroska gives sound from the keyframe on: a
 * long packet (WavPack, TTA: a second) that began before it, and is still heard at the second, would
 * be missing. A program stream times one picture of several in a packet: behind a seek ffmpeg
 * guesses the times of those before the next packet.
 */
function marginsOf(probe: Source['probe']): number[] {
  const { format, sounds, pictureLate = 0 } = probe;
  if (!canSeek(probe)) return [];
  if (format === 'mpeg') return FARTHER_SECONDS;
  const margin = SEEK_MARGIN_SECONDS + pictureLate + (sounds?.[0]?.packetSeconds ?? 0);
  return [margin, ...FARTHER_SECONDS];
}

/**
 * Begins a read a little before the given second. A seek may land behind the frame that is owed
 * (frames that lead their keyframe, coarse indexes): then it is repeated from farther back, at last
 * from the beginning.
 */
export async function readFrom(
  source: Source,
  second: number,
  grid: TimeGrid,
  start: (seek: number | undefined) => LiveRecording,
): Promise<LiveRecording> {
  for (const margin of marginsOf(source.probe)) {
    if (second <= margin) break;
    const seek = grid.fileSeconds(second - margin);
    const recording = start(seek);
    const isInTime = await recording.startsInTime(second);
    if (isInTime) return recording;
    recording.close();
    if (isInTime === undefined && (await comesInTime(source, second, grid, seek))) {
      return start(seek);
    }
  }
  return start(undefined);
}

/**
 * Whether a read begins in time whose first frame does not tell. It is made for its times alone:
 * one whose pictures nobody takes yet stands still after a few frames. Its one tile is taken too, or
 * it would not end where no frame comes behind the second.
 */
async function comesInTime(
  source: Source,
  second: number,
  grid: TimeGrid,
  seek: number,
): Promise<boolean> {
  const choose = [...grid.shiftFilters(second), 'fps=fps=1:start_time=0:round=up'];
  const recording = new LiveRecording(source, { tiles: { count: 1, choose } }, grid, seek);
  const taken = take(recording.tiles());
  try {
    return await recording.times.keyComesBefore((pts) => !grid.shownBy(pts, second));
  } finally {
    recording.close();
    await taken;
  }
}

/** Takes all pictures of a read that may be closed before its end. */
async function take(pictures: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const _ of pictures);
  } catch {
    // A pipe that is closed in the middle of a picture.
  }
}

/**
 * Part of a frame by which a program stream's last time may be off that was guessed behind a seek: it
 * is, by one field.
 */
const GUESSED_FRAMES = 0.75;

/** Reads the frame of the given presentation time; undefined when it does not come. */
export async function readFrame(source: Source, pts: number): Promise<Tile | undefined> {
  const grid = new TimeGrid(source.picture);
  const second = grid.secondsOf(pts);
  const { timeBase, rate } = source.picture;
  const frameTicks = 1 / (toNumber(rate) * toNumber(timeBase));
  const least = source.probe.format === 'mpeg' ? pts - GUESSED_FRAMES * frameTicks : pts;
  const choose = [`settb=expr=${timeBase[0]}/${timeBase[1]}`, `select='gte(pts,${least})'`];
  const there = { ...source, plan: { ...source.plan, covered: [second, second] as const } };
  const recording = await readFrom(
    source,
    second,
    grid,
    (seek) => new LiveRecording(there, { tiles: { count: 1, choose } }, grid, seek),
  );
  const read = new Read(there, { first: 0, count: 1 }, grid, recording);
  try {
    for await (const tile of read.tiles()) return tile;
    return undefined;
  } finally {
    read.close();
  }
}
