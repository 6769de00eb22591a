import { PlainGround } from '../pictures/plain-ground.ts';
import type { Pictures } from './backwards.ts';
import { MOVED_GREW, MOVED_INK, MOVED_SAME, MOVED_TOUCHES } from './thresholds.ts';
import type { Change } from './traits.ts';

const { abs } = Math;

type Moving = Pick<Change, 'before' | 'after' | 'cells' | 'ring' | 'sudden'> & {
  readonly flown?: boolean;
};

/**
 * True where cells changed because something moved over a plain ground, or left it bare: of what is
 * laid over a picture there is more to be seen afterwards, about as much as it covers.
 */
export function isMovedOnPlain(
  pictures: Pictures,
  { before, after, cells, ring, sudden, flown = false }: Moving,
): boolean {
  const [a, b] = [pictures.planes(before), pictures.planes(after)];
  const ground = PlainGround.ofBoth(a, b);
  if (!ground) return false;
  const isDrawn = (planes: Uint8Array, cell: number): boolean =>
    ground.apart(planes, cell) >= MOVED_INK;
  if (cells.filter((cell) => isDrawn(b, cell)).length < cells.length / 2) return true;
  // At once the same amount may be a title that takes another one's place.
  if (sudden) return false;
  let covered = 0;
  for (const cell of cells) covered += ground.apart(b, cell);
  const grew = ground.drawn(b) - ground.drawn(a);
  if (abs(grew) <= MOVED_SAME * covered) return true;
  if (grew >= MOVED_GREW * covered) return false;
  return flown || ring.filter((cell) => isDrawn(a, cell)).length >= MOVED_TOUCHES * ring.length;
}
