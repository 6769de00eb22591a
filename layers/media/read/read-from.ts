import type { Source, Tile } from './decode.ts';
import { LiveRecording } from './live-recording.ts';
import { Read } from './read.ts';
import { TimeGrid } from './time-grid.ts';

/** Enough for a player's notion of the frame before; seeking lands on a keyframe anyway. */
const SEEK_MARGINS_SECONDS = [0.2, 6, 40];

/**
 * Begins a read a little before the given second. A seek may land behind the frame that is owed
 * (frames that lead their keyframe, coarse indexes): then it is repeated from farther back, at last
 * from the beginning.
 */
export async function readFrom(
  second: number,
  grid: TimeGrid,
  start: (seek: number | undefined) => LiveRecording,
): Promise<LiveRecording> {
  for (const margin of SEEK_MARGINS_SECONDS) {
    if (second <= margin) break;
    const recording = start(grid.fileSeconds(second - margin));
    if (await recording.startsInTime(second)) return recording;
    recording.close();
  }
  return start(undefined);
}

/** Reads the frame of the given presentation time; undefined when it does not come. */
export async function readFrame(source: Source, pts: number): Promise<Tile | undefined> {
  const grid = new TimeGrid(source.picture);
  const second = grid.secondsOf(pts);
  const [numerator, denominator] = source.picture.timeBase;
  const choose = [`settb=expr=${numerator}/${denominator}`, `select='gte(pts,${pts})'`];
  const there = { ...source, plan: { ...source.plan, covered: [second, second] as const } };
  const recording = await readFrom(
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
