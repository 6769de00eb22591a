import { tileSecond } from '../../domain/frames/tile-second.ts';
import type { Damage } from '../../domain/sources/damage.ts';
import type { Source, Tile } from './decode.ts';
import type { Listener } from './listener.ts';
import { LiveRecording } from './live-recording.ts';
import { playTiles } from './play-tiles.ts';
import { Read, type TileRange } from './read.ts';
import { readFrame, readFrom } from './read-from.ts';
import { type HeardSound, soundToHear, undecodedSound } from './sound-mix.ts';
import { TimeGrid } from './time-grid.ts';

/**
 * Reads `count` tiles from tile `first` on in one decode. Each tile is the last frame whose
 * presentation time is at or before its second, as a player shows it. Returns what was lost on the
 * way.
 */
export async function* readSequential(
  source: Source,
  range: TileRange,
  listener?: Listener,
): AsyncGenerator<Tile, Damage> {
  const { plan, picture, probe } = source;
  const grid = new TimeGrid(picture);
  const start = tileSecond(plan, range.first);
  const [rate, per] = plan.rate;
  const choose = [...grid.shiftFilters(start), `fps=fps=${rate}/${per}:start_time=0:round=up`];
  const recorded = (sound: HeardSound | undefined) =>
    readFrom(source, start, grid, (seek) => {
      const tiles = { count: range.count, choose };
      const wanted = { tiles, small: listener?.small, text: listener?.text?.size, sound };
      return new LiveRecording(source, wanted, grid, seek);
    });
  const found = listener && soundToHear(probe);
  let unheard: string | null = found && 'why' in found ? found.why : null;
  let sound = found && 'stream' in found ? found : undefined;
  let recording = await recorded(sound);
  // It may be the sound that ffmpeg does not take.
  if (sound && (await recording.endedAtOnce())) {
    recording.close();
    sound = undefined;
    unheard = undecodedSound(probe);
    recording = await recorded(undefined);
  }
  const read = new Read(source, range, grid, recording, listener);
  return yield* playTiles(source, range, read, {
    unheard: () => Promise.resolve(unheard),
    frameAt: (pts) => readFrame(source, pts),
  });
}
