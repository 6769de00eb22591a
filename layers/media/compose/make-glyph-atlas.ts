/**
 * Writes glyph-atlas.ts from DejaVu Sans Mono Bold (Bitstream Vera licence, free to embed):
 * `node layers/media/compose/make-glyph-atlas.ts`. Stamping from a committed atlas needs no fonts
 * on the machine and gives the same bytes everywhere.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf'));
const GLYPHS = '0123456789.:;s';
/**
 * Width of a glyph's cell in pixels; the font size follows from it, so that cells are whole pixels.
 */
const CELL_WIDTHS = [5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28];
/** DejaVu Sans Mono's advance, as a part of the font size. */
const ADVANCE = 1233 / 2048;
/**
 * A full block fills its cell: a pair of them, a cell apart, marks where the glyphs begin and end.
 */
const FENCE = '█';

async function renderRow(cellWidth: number): Promise<{ height: number; pixels: Buffer }> {
  const { data, info } = await sharp({
    text: {
      text: `${FENCE} ${GLYPHS} ${FENCE}`,
      font: `DejaVu Sans Mono Bold ${cellWidth / ADVANCE}`,
      fontfile: FONT,
      dpi: 72,
    },
  })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const width = cellWidth * GLYPHS.length;
  const left = Math.round((info.width - width) / 2);
  const rows = Array.from({ length: info.height }, (_, y) =>
    data.subarray(
      (y * info.width + left) * info.channels,
      (y * info.width + left + width) * info.channels,
    ),
  );
  const lit = (row: Buffer) => row.some((value) => value > 0);
  const inked = rows.slice(rows.findIndex(lit), rows.findLastIndex(lit) + 1);
  return { height: inked.length, pixels: Buffer.concat(inked) };
}

const sizes = await Promise.all(
  CELL_WIDTHS.map(async (cellWidth) => ({ cellWidth, ...(await renderRow(cellWidth)) })),
);
const text = `// Written by make-glyph-atlas.ts; do not edit.

export const GLYPHS = '${GLYPHS}';

/**
 * One row of glyph cells per size; \`pixels\` is deflated coverage, one byte a pixel, in base64.
 */
export const SIZES = [
${sizes
  .map(
    ({ cellWidth, height, pixels }) => `  {
    cellWidth: ${cellWidth},
    height: ${height},
    pixels:
      '${deflateSync(pixels, { level: 9 }).toString('base64')}',
  },`,
  )
  .join('\n')}
];
`;
await writeFile(new URL('glyph-atlas.ts', import.meta.url), text);
