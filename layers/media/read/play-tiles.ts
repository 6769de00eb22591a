import { tileSecond } from '../../domain/frames/tile-second.ts';
import type { Damage } from '../../domain/sources/damage.ts';
import { undecodablePicture } from '../../domain/sources/undecodable.ts';
import { without } from '../../domain/stretches.ts';
import type { Reading, Tile } from './decode.ts';
import { agreeing, type ToldTile } from './picture-damage.ts';
import type { Read, TileRange } from './read.ts';
import { TimeGrid } from './time-grid.ts';

interface Beside {
  /** Why sound is not listened to, known when all was read. */
  readonly unheard: () => Promise<string | null>;
  /** The picture of the frame that has the given time. */
  readonly frameAt: (pts: number) => Promise<Tile | undefined>;
}

/**
 * The tiles of a read to the last that is wanted, then what was lost on the way. Where the picture
 * ends before they do, a player keeps showing its last frame.
 */
export async function* playTiles(
  { plan, picture }: Reading,
  { first, count }: TileRange,
  read: Read,
  { unheard, frameAt }: Beside,
): AsyncGenerator<Tile, Damage> {
  const grid = new TimeGrid(picture);
  const told: ToldTile[] = [];
  const tell = (tile: Tile | undefined) =>
    told.push({
      second: tileSecond(plan, first + told.length),
      shows: tile && !tile.lost ? grid.secondsOf(tile.pts) : undefined,
    });
  const damage = async (): Promise<Damage> => {
    const found = await read.damage();
    const lost = agreeing(found.lost, told, read.frameSeconds, plan.covered);
    return { ...found, lost, doubtful: without(found.doubtful, lost), unheard: await unheard() };
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
    const pts = await read.lastFrame();
    if (pts !== undefined && pts !== last?.pts) last = (await frameAt(pts)) ?? last;
    if (!last) throw undecodablePicture();
    for (; told.length < count; tell(last)) yield last;
    return await damage();
  } finally {
    read.close();
  }
}
