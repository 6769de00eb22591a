import { inflateSync } from 'node:zlib';
import { GLYPHS, SIZES } from './glyph-atlas.ts';

interface GlyphSize {
  readonly cellWidth: number;
  readonly height: number;
  /** Coverage of all glyphs side by side, one byte a pixel. */
  readonly pixels: Uint8Array;
}

const GLYPH_SIZES: readonly GlyphSize[] = SIZES.map((size) => ({
  ...size,
  pixels: inflateSync(Buffer.from(size.pixels, 'base64')),
}));

/** A stamp takes at most this part of the tile's width, as long as it can be read at that. */
const TARGET_WIDTH = 0.24;
/** Below this cell width digits can be told apart, but not comfortably. */
const COMFORTABLE_CELL = 8;
/**
 * What remains of the picture behind a stamp: little enough that any picture leaves it readable.
 */
const BEHIND = 0.22;

/** An RGB picture, three bytes a pixel, that is drawn into. */
export interface Canvas {
  readonly width: number;
  readonly rgb: Buffer;
}

/** A place on a canvas, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const padding = ({ cellWidth }: GlyphSize) => Math.max(1, Math.round(cellWidth / 4));
const boxWidth = (text: string, size: GlyphSize) =>
  text.length * size.cellWidth + 2 * padding(size);
const boxHeight = (size: GlyphSize) => size.height + 2 * padding(size);

/** The size a stamp is written at, or undefined when the tile is too small for any. */
function sizeFor(text: string, tile: Place, lines: number): GlyphSize | undefined {
  const fits = GLYPH_SIZES.filter(
    (size) => boxWidth(text, size) <= tile.width && boxHeight(size) * lines <= tile.height,
  );
  const modest = fits.findLast(
    (size) =>
      size.cellWidth <= COMFORTABLE_CELL || boxWidth(text, size) <= tile.width * TARGET_WIDTH,
  );
  return modest ?? fits[0];
}

/** True when every line can be written on a tile of that size. */
export const canStamp = (texts: readonly string[], tile: Place): boolean =>
  texts.every((text) => sizeFor(text, tile, texts.length) !== undefined);

/** Burns lines of text, white on near black, into the upper left corner of a tile. */
export function stamp(canvas: Canvas, tile: Place, texts: readonly string[]): void {
  let y = tile.y;
  for (const text of texts) {
    const size = sizeFor(text, tile, texts.length);
    if (!size) continue;
    drawLine(canvas, tile.x, y, text, size);
    y += boxHeight(size);
  }
}

function drawLine({ width, rgb }: Canvas, x: number, y: number, text: string, size: GlyphSize) {
  const [pad, rowLength] = [padding(size), size.cellWidth * GLYPHS.length];
  const glyphs = Array.from(text, (character) => GLYPHS.indexOf(character) * size.cellWidth);
  for (let row = 0; row < boxHeight(size); row++) {
    const inked = row >= pad && row < pad + size.height;
    let target = ((y + row) * width + x) * 3;
    for (let column = 0; column < boxWidth(text, size); column++, target += 3) {
      const inside = column - pad;
      const cell = glyphs[Math.floor(inside / size.cellWidth)];
      const coverage =
        inked && cell !== undefined
          ? (size.pixels[(row - pad) * rowLength + cell + (inside % size.cellWidth)] ?? 0)
          : 0;
      for (let channel = 0; channel < 3; channel++) {
        const behind = (rgb[target + channel] ?? 0) * BEHIND;
        rgb[target + channel] = behind + ((255 - behind) * coverage) / 255;
      }
    }
  }
}
