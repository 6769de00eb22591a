import { at, num, PIXELS } from './grey.ts';

const LUMA_BINS = 16;
const CHROMA_SIDE = 8;
/** Cells of a palette: a histogram of luma, then one of Cb and Cr together. */
export const PALETTE_CELLS = LUMA_BINS + CHROMA_SIDE * CHROMA_SIDE;

/** Fills in which part of the picture has which brightness and which colour. Without colour planes all is grey. */
export function fillPalette(grey: Uint8Array, chroma: Uint8Array, palette: Float64Array): void {
  palette.fill(0);
  const coloured = chroma.length >= 2 * PIXELS;
  const share = 1 / PIXELS;
  for (let i = 0; i < PIXELS; i++) {
    const luma = at(grey, i) >> 4;
    const cb = coloured ? at(chroma, i) >> 5 : 4;
    const cr = coloured ? at(chroma, PIXELS + i) >> 5 : 4;
    palette[luma] = num(palette, luma) + share;
    const cell = LUMA_BINS + cb * CHROMA_SIDE + cr;
    palette[cell] = num(palette, cell) + share;
  }
}

/** Part of the picture that would have to be repainted, 0 to 1: in brightness and in colour. */
export function paletteDistance(
  a: Float64Array,
  b: Float64Array,
): { readonly luma: number; readonly chroma: number } {
  let luma = 0;
  for (let i = 0; i < LUMA_BINS; i++) luma += Math.abs(num(a, i) - num(b, i));
  let chroma = 0;
  for (let i = LUMA_BINS; i < PALETTE_CELLS; i++) chroma += Math.abs(num(a, i) - num(b, i));
  return { luma: luma / 2, chroma: chroma / 2 };
}
