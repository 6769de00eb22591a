import type { PictureStream } from '../domain/sources/probe.ts';
import type { Box } from '../domain/videos/video.ts';

/** The filters that turn a coded picture the way a player shows it. */
export function turnFilters({ rotation, mirrored }: PictureStream): string[] {
  const turn = {
    0: [],
    90: ['transpose=clock'],
    180: ['hflip', 'vflip'],
    270: ['transpose=cclock'],
  };
  return [...(mirrored ? ['hflip'] : []), ...turn[rotation]];
}

/**
 * A filter, with a comma behind it, that lays what is transparent over black, as players do that have
 * nothing else to show there; else nothing. Under it files keep colours that nobody is to see.
 */
export const overBlack = ({ hasAlpha }: PictureStream): string =>
  hasAlpha ? 'premultiply=inplace=1,' : '';

/**
 * Options of an input by which its decoder gives all that is coded, as it does without them before
 * FFmpeg 7.1, which does not know them.
 */
export const uncut = ({ cutsEdges }: PictureStream): string[] =>
  cutsEdges ? ['-apply_cropping', 'codec'] : [];

/** A size as displayed, written the way the coded picture lies. */
export const beforeTurn = (
  { rotation }: PictureStream,
  [width, height]: readonly [number, number],
): [number, number] => (rotation % 180 === 0 ? [width, height] : [height, width]);

/** Where a box of the displayed picture lies in the coded one, in coded pixels. */
export function codedBox(picture: PictureStream, displayed: Box): Box {
  const { codedWidth, codedHeight, pixelAspect, rotation, mirrored } = picture;
  const stretch = pixelAspect[0] / pixelAspect[1];
  const square = { width: Math.round(codedWidth * stretch), height: codedHeight };
  const upright = unturned(displayed, rotation, square);
  const x = mirrored ? square.width - upright.x - upright.width : upright.x;
  return within(
    { ...upright, x: x / stretch, width: upright.width / stretch },
    codedWidth,
    codedHeight,
  );
}

/** Undoes a clockwise turn; `size` is the picture's before it. */
function unturned(box: Box, rotation: number, size: { width: number; height: number }): Box {
  const { x, y, width, height } = box;
  if (rotation === 90) return { x: y, y: size.height - x - width, width: height, height: width };
  if (rotation === 180) {
    return { x: size.width - x - width, y: size.height - y - height, width, height };
  }
  if (rotation === 270) return { x: size.width - y - height, y: x, width: height, height: width };
  return box;
}

function within(box: Box, width: number, height: number): Box {
  const x = Math.max(0, Math.min(width - 1, Math.round(box.x)));
  const y = Math.max(0, Math.min(height - 1, Math.round(box.y)));
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round(box.width))),
    height: Math.max(1, Math.min(height - y, Math.round(box.height))),
  };
}
