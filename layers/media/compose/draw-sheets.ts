import type { DrawnSheet } from '../../app/ports/sources/engine.ts';
import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import { type Damage, NO_DAMAGE } from '../../domain/sources/damage.ts';
import { undecodablePicture } from '../../domain/sources/undecodable.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import type { Reading, Tile } from '../read/decode.ts';
import { TimeGrid } from '../read/time-grid.ts';
import { SheetCanvas } from './sheet.ts';
import { stampTexts } from './stamp-text.ts';

/**
 * Lays tiles out on sheets; those whose picture was lost are left out, and later ones move up.
 * While one sheet is encoded the next is already being filled.
 * @throws DomainError no_video_stream when no picture of the window could be decoded
 */
export async function* drawSheets(
  { plan, picture }: Reading,
  tiles: AsyncGenerator<Tile, Damage>,
): AsyncGenerator<DrawnSheet, Damage> {
  const grid = new TimeGrid(picture);
  const most = Math.max(...plan.sheets.map(([, count]) => count));
  // One is filled while the other is encoded.
  const canvases: SheetCanvas[] = [];
  let encoding: Promise<DrawnSheet> | undefined;
  let repeated: Tile | undefined;
  let drawn = 0;
  let damage: Damage | undefined;
  const nextTile = async (): Promise<Tile | undefined> => {
    while (damage === undefined) {
      const { value, done } = await tiles.next();
      if (done) damage = value;
      else if (!value.lost) return value;
    }
    return undefined;
  };
  try {
    for (const [first, count] of plan.sheets) {
      const fresh = await nextTile();
      if (!fresh) break;
      if (canvases.length < 2) canvases.push(new SheetCanvas(plan.geometry, most));
      const canvas = canvases[drawn % 2] as SheetCanvas;
      canvas.clear(count);
      const frameTimes: number[] = [];
      const place = ({ pts, rgb }: Tile) => {
        const seconds = grid.secondsOf(pts);
        frameTimes.push(toMillisecond(seconds));
        canvas.place(rgb, stampTexts(plan, picture, seconds));
      };
      // With overlap a sheet starts with the tile that the one before ended with.
      if (repeated) place(repeated);
      repeated = undefined;
      for (let tile: Tile | undefined = fresh; tile; ) {
        place(tile);
        if (frameTimes.length < count) {
          tile = await nextTile();
          continue;
        }
        if (overlaps(plan, first, count)) repeated = copyOf(tile);
        break;
      }
      if (encoding !== undefined) yield await encoding;
      encoding = encode(canvas, ++drawn, frameTimes);
    }
    if (encoding !== undefined) yield await encoding;
    // Frames and sound after the last tile may still be on their way to who listens.
    while (damage === undefined) await nextTile();
    if (drawn === 0) throw undecodablePicture();
    return damage;
  } finally {
    await tiles.return(damage ?? NO_DAMAGE);
    await encoding?.catch(() => {});
  }
}

const overlaps = ({ sheets }: FramesPlan, first: number, count: number) =>
  sheets.some(([next]) => next === first + count - 1 && next > first);

const copyOf = ({ pts, rgb }: Tile): Tile => ({ pts, rgb: Buffer.from(rgb) });

async function encode(
  canvas: SheetCanvas,
  page: number,
  frameTimes: number[],
): Promise<DrawnSheet> {
  return { page, frameTimes, ...(await canvas.toJpeg()) };
}
