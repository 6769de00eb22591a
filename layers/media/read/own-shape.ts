import type { PictureStream } from '../../domain/sources/probe.ts';
import { TELL_FORM } from './frame-clock.ts';

/** Shapes that differ by less than this are one, rounded differently. */
export const SAME_ASPECT = 0.02;

/** Times that a picture may be as wide, or as narrow, as the first one; beyond, it is a line. */
const WIDEST = 16;

/**
 * Gives every picture the height of the first, whatever a file that changes or is damaged says in
 * its middle, and the width that goes with its own shape: what has that of the first passes as it
 * is. From here on its width tells of its shape, for that is what each filter of each FFmpeg sees:
 * 7.1 does not see another aspect of pixels.
 */
export function sameHeight({ codedWidth, codedHeight, pixelAspect }: PictureStream): string {
  const [across, down] = pixelAspect;
  const wider = `iw*sar/ih*${codedHeight * down}/${codedWidth * across}`;
  const width = `max(2,2*round(${codedWidth / 2}*clip(${wider},1/${WIDEST},${WIDEST})))`;
  const shown = `if(lt(abs(${wider}-1),${SAME_ASPECT}),${codedWidth},${width})`;
  return `scale=w='${shown}+${TELL_FORM}':h=${codedHeight}:eval=frame`;
}

/**
 * Options of `scale` by which a picture that has another shape than the first ones keeps its own,
 * as on a player, in a frame of `width` and `height`.
 *
 * @param whole width that those of the first one's shape have before
 */
export function ownShape(whole: number, width: number, height: number): string {
  const wider = `iw/${whole}`;
  return `w='max(1,round(${width}*min(1,${wider})))':h='max(1,round(${height}/max(1,${wider})))':eval=frame`;
}

/** The filter that puts such a picture into the middle, between black bars. */
export const barsAround = (width: number, height: number): string =>
  `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:eval=frame`;

/**
 * The filters that do both at full size, for those that take frames of one size only. Not for every
 * frame: one that a decoder still refers to is copied for it.
 *
 * @param lines of a frame: of an interlaced picture, half of the coded ones where it is one field
 */
export function sameFrame(picture: PictureStream, lines: number): string[] {
  const { codedWidth, codedHeight, fieldOrder } = picture;
  const both = fieldOrder !== null && lines === codedHeight;
  // Each line is to stay in its field, also where colour has half as many.
  const height = `min(${lines},4*ceil(${lines / 4}/max(1,iw/${codedWidth})))`;
  return [
    `scale=w='max(1,min(iw,${codedWidth}))':h='${height}':eval=frame:interl=${both ? 1 : 0}`,
    `pad=${codedWidth}:${lines}:(ow-iw)/2:4*floor((oh-ih)/8):eval=frame`,
  ];
}
