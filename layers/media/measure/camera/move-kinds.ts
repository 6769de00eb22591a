import {
  MOVE_BEGIN,
  MOVE_CORNER,
  MOVE_END,
  MOVE_SPENT,
  MOVE_STICKY,
  SHAKE_BEGIN,
  ZOOM_BEGIN,
  ZOOM_END,
} from './thresholds.ts';

const { abs, hypot, max } = Math;

export type MoveKind =
  | 'pan_left'
  | 'pan_right'
  | 'tilt_up'
  | 'tilt_down'
  | 'zoom_in'
  | 'zoom_out'
  | 'shake';

/**
 * Smoothed speeds of a camera: widths and heights a second, growth a second, and what is left about
 * the trend.
 */
export interface Speeds {
  vx: number;
  vy: number;
  vz: number;
  tremble: number;
}

/** The word for a camera's speed, and that speed; `going` is the move that goes on, if one does. */
export function moveKind(
  { vx, vy, vz, tremble }: Speeds,
  going: { kind: MoveKind; fastest: number } | undefined,
): { kind: MoveKind | undefined; path: number } {
  if (tremble >= SHAKE_BEGIN && tremble > hypot(vx, vy) * 1.2)
    return { kind: 'shake', path: tremble };
  const spent = MOVE_SPENT * (going?.fastest ?? 0);
  const least = going ? max(MOVE_END, spent) : MOVE_BEGIN;
  const leastZoom = going ? max(ZOOM_END, spent) : ZOOM_BEGIN;
  const favour = (kind: MoveKind): number => (kind === going?.kind ? MOVE_STICKY : 1);
  const pan = vx > 0 ? 'pan_right' : 'pan_left';
  const tilt = vy > 0 ? 'tilt_down' : 'tilt_up';
  const zoom = vz > 0 ? 'zoom_in' : 'zoom_out';
  const panning = abs(vx) < least ? 0 : abs(vx) * favour(pan);
  const tilting = abs(vy) < least ? 0 : abs(vy) * favour(tilt);
  const zooming = abs(vz) < leastZoom ? 0 : MOVE_CORNER * abs(vz) * favour(zoom);
  if (max(panning, tilting, zooming) === 0) return { kind: undefined, path: 0 };
  if (zooming >= max(panning, tilting)) return { kind: zoom, path: abs(vz) };
  return panning >= tilting ? { kind: pan, path: abs(vx) } : { kind: tilt, path: abs(vy) };
}
