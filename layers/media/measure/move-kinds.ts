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

/** Smoothed speeds of a camera: widths and heights a second, growth a second, and what is left about the trend. */
export interface Speeds {
  vx: number;
  vy: number;
  vz: number;
  tremble: number;
}

/** The word for a camera's speed, and that speed; `fastest` is that of the move that goes on, if one does. */
export function moveKind(
  { vx, vy, vz, tremble }: Speeds,
  fastest: number | undefined,
): { kind: MoveKind | undefined; path: number } {
  const going = fastest !== undefined;
  const spent = SPENT * (fastest ?? 0);
  const pan = abs(vx) / (going ? max(END, spent) : BEGIN);
  const tilt = abs(vy) / (going ? max(END, spent) : BEGIN);
  const zoom = abs(vz) / (going ? max(ZOOM_END, spent) : ZOOM_BEGIN);
  if (tremble >= SHAKE && tremble > hypot(vx, vy) * 1.2) return { kind: 'shake', path: tremble };
  if (max(pan, tilt, zoom) < 1) return { kind: undefined, path: 0 };
  if (zoom >= max(pan, tilt)) return { kind: vz > 0 ? 'zoom_in' : 'zoom_out', path: abs(vz) };
  return pan >= tilt
    ? { kind: vx > 0 ? 'pan_right' : 'pan_left', path: abs(vx) }
    : { kind: vy > 0 ? 'tilt_down' : 'tilt_up', path: abs(vy) };
}
