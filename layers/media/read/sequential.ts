import { toNumber } from '../../domain/fraction.ts';
import { type Damage, without } from '../../domain/sources/damage.ts';
import { undecodablePicture } from '../../domain/sources/undecodable.ts';
import type { Source, Tile } from './decode.ts';
import { agreeing, type ToldTile } from './picture-damage.ts';
import { type Listener, Read } from './read.ts';
import { type HeardSound, soundToHear, undecodedSound } from './sound-mix.ts';
import { TimeGrid, tileSecond } from './time-grid.ts';

/** Enough for a player's notion of the frame before; seeking lands on a keyframe anyway. */
const SEEK_MARGINS_SECONDS = [0.2, 6, 40];

/**
 * Reads `count` tiles from tile `first` on in one decode. Each tile is the last frame whose
 * presentation time is at or before its second, as a player shows it. Returns what was lost on the
 * way.
 */
export async function* readSequential(
  source: Source,
  { first, count }: { first: number; count: number },
  listener?: Listener,
): AsyncGenerator<Tile, Damage> {
  const { plan, picture } = source;
  const grid = new TimeGrid(picture);
  const start = tileSecond(plan, first);
  const [rate, per] = plan.rate;
  const choose = [...grid.shiftFilters(start), `fps=fps=${rate}/${per}:start_time=0:round=up`];
  const reading = (sound: HeardSound | undefined) =>
    readFrom(
      start,
      grid,
      (seek) => new Read(source, { first, count, choose }, grid, seek, listener, sound),
    );
  const sound = listener && soundToHear(source.probe);
  let unheard = sound && 'why' in sound ? sound.why : null;
  let read = await reading(sound && 'stream' in sound ? sound : undefined);
  if (await read.endedAtOnce()) {
    read.kill();
    read = await reading(undefined);
    unheard = undecodedSound(source.probe);
  }
  const told: ToldTile[] = [];
  const tell = (tile: Tile | undefined) =>
    told.push({
      second: tileSecond(plan, first + told.length),
      shows: tile && !tile.lost ? grid.secondsOf(tile.pts) : undefined,
    });
  const damage = async (): Promise<Damage> => {
    const found = await read.damage();
    const lost = agreeing(found.lost, told, 1 / toNumber(picture.rate), plan.covered);
    return { ...found, lost, doubtful: without(found.doubtful, lost), unheard };
  };
  let last: Tile | undefined;
  try {
    for await (const tile of read.tiles()) {
      last = tile;
      yield tile;
      tell(tile);
    }
    if (told.length === count) return await damage();
    // What was lost up to the end is not shown as something else.
    if (await read.endsInHole(tileSecond(plan, first + count - 1))) {
      while (told.length < count) tell(undefined);
      return await damage();
    }
    // Where the picture ends before the window does, a player keeps showing its last frame.
    const pts = await read.lastFrame();
    if (pts !== undefined && pts !== last?.pts) last = (await readFrame(source, pts)) ?? last;
    if (!last) throw undecodablePicture();
    for (; told.length < count; tell(last)) yield last;
    return await damage();
  } finally {
    read.kill();
  }
}

/** Reads the frame of the given presentation time; undefined when it does not come. */
async function readFrame(source: Source, pts: number): Promise<Tile | undefined> {
  const grid = new TimeGrid(source.picture);
  const second = grid.secondsOf(pts);
  const [numerator, denominator] = source.picture.timeBase;
  const choose = [`settb=expr=${numerator}/${denominator}`, `select='gte(pts,${pts})'`];
  const there = { ...source, plan: { ...source.plan, covered: [second, second] as const } };
  const read = await readFrom(
    second,
    grid,
    (seek) => new Read(there, { first: 0, count: 1, choose }, grid, seek, undefined, undefined),
  );
  try {
    for await (const tile of read.tiles()) return tile;
    return undefined;
  } finally {
    read.kill();
  }
}

/**
 * Begins a read a little before the given second. A seek may land behind the frame that is owed
 * (frames that lead their keyframe, coarse indexes): then it is repeated from farther back, at last
 * from the beginning.
 */
async function readFrom(
  second: number,
  grid: TimeGrid,
  start: (seek: number | undefined) => Read,
): Promise<Read> {
  for (const margin of SEEK_MARGINS_SECONDS) {
    if (second <= margin) break;
    const read = start(grid.fileSeconds(second - margin));
    if (await read.startsInTime(second)) return read;
    read.kill();
  }
  return start(undefined);
}
