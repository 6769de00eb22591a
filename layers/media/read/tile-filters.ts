import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import type { PictureStream, WidePrimaries } from '../../domain/sources/probe.ts';
import type { Box } from '../../domain/videos/video.ts';
import { beforeTurn, codedBox, turnFilters } from '../picture-space.ts';
import { barsAround, ownShape, sameFrame } from './own-shape.ts';

/** HD and above is BT.709 where a file does not say (ITU-R BT.709), below it BT.601. */
const HD_LINES = 720;

/** The filters that make tiles of full frames; frames are chosen between the two lists. */
export function tileFilters(
  picture: PictureStream,
  { crop, geometry }: Pick<FramesPlan, 'crop' | 'geometry'>,
): { everyFrame: string[]; chosenFrame: string[] } {
  const box = codedBox(picture, crop);
  const [width, height] = beforeTurn(picture, [geometry.tile[0], geometry.tile[1]]);
  // A matrix that the file does not name is guessed by size, as players do.
  const hd = !picture.namesColorMatrix && picture.codedHeight >= HD_LINES;
  const matrix = hd ? ':in_color_matrix=bt709:out_color_matrix=bt709' : '';
  const bars = barsAround(width, height);
  const finish = (whole: number) => [
    `scale=${ownShape(whole, width, height)}:flags=bicubic${matrix}`,
    ...(picture.hdr
      ? toneMap(picture.hdr, bars, picture.primaries)
      : [...toRgb(matrix, bars), ...toBt709(picture.primaries)]),
    ...turnFilters(picture),
    'format=rgb24',
  ];
  /** @param lines of the frames, of which there may be half as many as are coded */
  const tile = (from: Box, lines: number) => [...cut(picture, from, lines), ...finish(from.width)];
  const { codedHeight, fieldOrder, mixesFields } = picture;
  if (fieldOrder === null) return { everyFrame: [], chosenFrame: tile(box, codedHeight) };
  if (height * 2 <= box.height) {
    // One field is picture enough for a tile of half the height, and costs nothing.
    const field = { ...box, y: Math.floor(box.y / 2), height: Math.floor(box.height / 2) };
    const lines = Math.floor(codedHeight / 2);
    return { everyFrame: [], chosenFrame: [`field=${fieldOrder}`, ...tile(field, lines)] };
  }
  // A larger tile needs the lines of both, and deinterlacing them needs the frames around.
  const parity = fieldOrder === 'top' ? 'tff' : 'bff';
  const which = mixesFields ? 'interlaced' : 'all';
  const deinterlace = `yadif=mode=send_frame:parity=${parity}:deint=${which}`;
  return {
    everyFrame: [...sameFrame(picture, codedHeight), deinterlace],
    chosenFrame: tile(box, codedHeight),
  };
}

function cut(picture: PictureStream, { x, y, width, height }: Box, lines: number): string[] {
  if (width === picture.codedWidth && height === lines) return [];
  return [...sameFrame(picture, lines), `crop=${width}:${height}:${x}:${y}:exact=1`];
}

/**
 * Scaling straight to RGB takes twice the time. What is YUV stays so until it is small, with the
 * halved colour that the sheet's JPEG halves as well; what is RGB stays that.
 */
const toRgb = (matrix: string, bars: string): string[] => [
  'format=yuv420p|yuvj420p|rgb24',
  `scale=eval=frame:flags=bicubic${matrix}`,
  // Bars beside halved colour would have to be of even sizes.
  'format=rgb24',
  bars,
];

/** To the primaries as which JPEGs are shown, on the small picture only. */
const toBt709 = (primaries: WidePrimaries | undefined): string[] =>
  primaries === undefined
    ? []
    : [
        'format=gbrp',
        `zscale=matrixin=gbr:rangein=full:transferin=bt709:primariesin=${primaries}:matrix=gbr:range=full:transfer=bt709:primaries=bt709`,
      ];

/** PQ or HLG to SDR by Hable's curve, on the small picture only. */
function toneMap(hdr: 'pq' | 'hlg', bars: string, primaries: WidePrimaries = 'bt2020'): string[] {
  const from = { pq: 'smpte2084', hlg: 'arib-std-b67' }[hdr];
  return [
    // zscale takes halved colour at even sizes only, and tiles have any size.
    'format=yuv444p12le',
    bars,
    `zscale=transferin=${from}:primariesin=${primaries}:matrixin=bt2020nc:transfer=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=primaries=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=transfer=bt709:matrix=bt709:range=limited',
    'format=yuv444p',
  ];
}
