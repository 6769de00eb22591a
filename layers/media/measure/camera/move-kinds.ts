const { abs, hypot, max } = Math;

export type MoveKind =
  | 'pan_left'
  | 'pan_right'
  | 'tilt_up'
  | 'tilt_down'
  | 'zoom_in'
  | 'zoom_out'
  | 'shake';

/** Picture widths (heights) a second at which a pan (tilt) begins, and below which it ends. */
const BEGIN = 0.05;
const END = 0.03;
/** Growth a second at which a zoom begins and ends. */
const ZOOM_BEGIN = 0.07;
const ZOOM_END = 0.04;
/** Widths a second, root mean square about the trend, that is shake and not a hand's sway. */
export const SHAKE = 0.07;
/** Share of its fastest speed below which a move has ended. */
const SPENT = 0.15;

/**
 * A zoom about a corner shifts the middle by half of its growth: this much shift for each growth is
 * still a zoom.
 */
const CORNER = 0.7;
/** How many times faster another direction must be to end the one that goes on. */
const STICKY = 1.5;

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
  if (tremble >= SHAKE && tremble > hypot(vx, vy) * 1.2) return { kind: 'shake', path: tremble };
  const spent = SPENT * (going?.fastest ?? 0);
  const least = going ? max(END, spent) : BEGIN;
  const leastZoom = going ? max(ZOOM_END, spent) : ZOOM_BEGIN;
  const favour = (kind: MoveKind): number => (kind === going?.kind ? STICKY : 1);
  const pan = vx > 0 ? 'pan_right' : 'pan_left';
  const tilt = vy > 0 ? 'tilt_down' : 'tilt_up';
  const zoom = vz > 0 ? 'zoom_in' : 'zoom_out';
  const panning = abs(vx) < least ? 0 : abs(vx) * favour(pan);
  const tilting = abs(vy) < least ? 0 : abs(vy) * favour(tilt);
  const zooming = abs(vz) < leastZoom ? 0 : CORNER * abs(vz) * favour(zoom);
  if (max(panning, tilting, zooming) === 0) return { kind: undefined, path: 0 };
  if (zooming >= max(panning, tilting)) return { kind: zoom, path: abs(vz) };
  return panning >= tilting ? { kind: pan, path: abs(vx) } : { kind: tilt, path: abs(vy) };
}
