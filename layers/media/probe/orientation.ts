import type { PictureStream } from '../../domain/sources/probe.ts';
import type { Stream } from './describe-streams.ts';
import type { Frame } from './list-frames.ts';

type Orientation = Pick<PictureStream, 'rotation' | 'mirrored'>;

const UPRIGHT: Orientation = { rotation: 0, mirrored: false };

/** Nearest quarter turn, clockwise. */
const quarterTurn = (degrees: number) =>
  ((((Math.round(degrees / 90) * 90) % 360) + 360) % 360) as Orientation['rotation'];

/**
 * How a player turns the coded picture: from the display matrix of the container (ISO/IEC 14496-12,
 * `tkhd`), else from that of its first frames (ITU-T H.264, display orientation), else from the
 * `rotate` tag that older tools report.
 */
export function orientationOf(stream: Stream, frames: readonly Frame[]): Orientation {
  const matrix = [stream, ...frames].map(matrixOf).find((told) => told !== undefined);
  if (matrix !== undefined) return fromMatrix(matrix) ?? UPRIGHT;
  const tag = Number(stream.tags['rotate']);
  return Number.isFinite(tag) ? { rotation: quarterTurn(tag), mirrored: false } : UPRIGHT;
}

/** Rows as ffprobe prints them: `00000000:  a  b  u`, each a 16.16 fixed-point number. */
function fromMatrix(text: string): Orientation | undefined {
  const rows = [...text.matchAll(/[0-9a-f]{8}:\s+(-?\d+)\s+(-?\d+)\s+(-?\d+)/g)];
  const [a, b] = [Number(rows[0]?.[1]), Number(rows[0]?.[2])];
  const [c, d] = [Number(rows[1]?.[1]), Number(rows[1]?.[2])];
  const determinant = a * d - b * c;
  if (!Number.isFinite(determinant) || determinant === 0) return undefined;
  // A mirrored matrix is a horizontal flip followed by the rotation that is left.
  const mirrored = determinant < 0;
  const angle = mirrored ? Math.atan2(-b, -a) : Math.atan2(b, a);
  return { rotation: quarterTurn((angle * 180) / Math.PI), mirrored };
}

/** Size as displayed: pixels made square, then turned. */
export function displayedSize(
  [width, height]: readonly [number, number],
  [numerator, denominator]: readonly [number, number],
  rotation: number,
): [width: number, height: number] {
  const square = Math.max(1, Math.round((width * numerator) / denominator));
  return rotation % 180 === 0 ? [square, height] : [height, square];
}

/** Whether only some frames say how they lie, as keyframes do whose stream tells it beside them. */
export const saysNowAndThen = (frames: readonly Frame[]): boolean =>
  new Set(frames.map(matrixOf)).size > 1;

const matrixOf = ({ side_data_list }: Stream | Frame): string | undefined =>
  side_data_list.find((data) => data.displaymatrix)?.displaymatrix;
