import { CAMERA_MOVES } from '../../layers/domain/frames/signal.ts';
import type { Dice } from '../detectors/random.ts';
import type { Move } from '../detectors/truth.ts';

/** A view of a picture: its width as a part of the whole, and its left upper corner. */
interface View {
  size: number;
  x: number;
  y: number;
}

/** Filters that lead the view from one to another between two frames of a shot, and rest else. */
function travel(a: View, b: View, from: number, to: number): string {
  const way = `clip((on-${from})/${to - from},0,1)`;
  const along = (p: number, q: number): string => `(${p}+${(q - p).toFixed(5)}*${way})`;
  const [x, y] = [along(a.x, b.x), along(a.y, b.y)];
  const [right, bottom] = [along(a.x + a.size, b.x + b.size), along(a.y + a.size, b.y + b.size)];
  const corners = `x0='W*${x}':y0='H*${y}':x1='W*${right}':y1='H*${y}':x2='W*${x}':y2='H*${bottom}':x3='W*${right}':y3='H*${bottom}'`;
  return `,scale=iw*3/2:ih*3/2,perspective=${corners}:interpolation=cubic:eval=frame`;
}

/** All that is told but shaking, which no edit makes. */
export const MOVES = CAMERA_MOVES.filter((kind) => kind !== 'shake');

/** A camera move of a speed that a reader would name, between two frames. */
export function moveFilters(
  kind: Move,
  { from, to }: { from: number; to: number },
  fps: number,
  dice: Dice,
): string {
  const seconds = (to - from) / fps;
  const size = 0.66;
  const way = Math.min(0.3, dice.between(0.12, 0.3) * seconds * size);
  const near = size / (1 + dice.between(0.15, 0.4) * seconds);
  const middle = (view: number): View => ({ size: view, x: (1 - view) / 2, y: (1 - view) / 2 });
  const low = (1 - size - way) / 2;
  const views = {
    pan_left: [
      { size, x: low + way, y: 0.17 },
      { size, x: low, y: 0.17 },
    ],
    pan_right: [
      { size, x: low, y: 0.17 },
      { size, x: low + way, y: 0.17 },
    ],
    tilt_up: [
      { size, x: 0.17, y: low + way },
      { size, x: 0.17, y: low },
    ],
    tilt_down: [
      { size, x: 0.17, y: low },
      { size, x: 0.17, y: low + way },
    ],
    zoom_in: [middle(size), middle(near)],
    zoom_out: [middle(near), middle(size)],
  } as const;
  const [a, b] = views[kind as (typeof MOVES)[number]];
  return travel(a, b, from, to);
}

/** A slow push in over all of a shot: 0.4 to 3 % of growth a second, which is called no move. */
export function pushFilters(frames: number, fps: number, dice: Dice): string {
  const growth = 1 + (dice.between(0.004, 0.03) * frames) / fps;
  const size = 0.9 / growth;
  const a = { size: 0.9, x: 0.05, y: 0.05 };
  return travel(a, { size, x: (1 - size) / 2, y: (1 - size) / 2 }, 0, frames);
}
