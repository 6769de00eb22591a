import type { PictureStream } from '../../domain/sources/probe.ts';

/**
 * Of how many pixels, and of how many lines, a cell is the average at least: with two lines (135 of
 * 1080), what moves in fine lines flickers. Averaging all of 1080 costs a quarter of their decode.
 */
const CELL = { pixels: 32, lines: 2.5 };

/**
 * Leaves out every other line of large pictures, as often as enough are left: what a line costs is
 * fetching it from memory, into which another core has decoded it, and this is most of what
 * listening costs.
 */
export function everyOtherLine(
  { codedWidth, codedHeight }: PictureStream,
  cells: { readonly width: number; readonly height: number },
): string[] {
  const lines = Math.max(CELL.lines, (CELL.pixels * cells.width) / codedWidth);
  const times = Math.floor(Math.log2(codedHeight / (cells.height * lines)));
  return Array.from({ length: Math.max(0, times) }, () => 'field=top');
}
