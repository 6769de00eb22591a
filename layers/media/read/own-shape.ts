import type { PictureStream } from '../../domain/sources/probe.ts';

/** Pixel aspects that differ by less than this are one, rounded differently. */
export const SAME_ASPECT = 0.02;

/**
 * Options of `scale` by which a picture that has another shape than the first ones keeps its own,
 * as on a player. `sar` tells of it: what was brought to the size of the first has pixels of another
 * aspect.
 */
export function ownShape(
  { pixelAspect: [across, down] }: PictureStream,
  width: number,
  height: number,
): string {
  const stretch = `sar*${down}/${across}`;
  const wider = `if(gt(${stretch},${1 + SAME_ASPECT}),${stretch},1)`;
  const narrower = `if(lt(${stretch},${1 - SAME_ASPECT}),${stretch},1)`;
  return `w='max(1,round(${width}*${narrower}))':h='max(1,round(${height}/${wider}))':eval=frame`;
}

/** The filter that puts such a picture into the middle, between black bars. */
export const barsAround = (width: number, height: number): string =>
  `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:eval=frame`;
