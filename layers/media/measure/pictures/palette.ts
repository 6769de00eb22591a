import { at, num, PIXELS } from './grey.ts';

const LUMA_BINS = 16;
const CHROMA_SIDE = 8;
/** Cells of a palette: a histogram of luma, then one of Cb and Cr together. */
export const PALETTE_CELLS = LUMA_BINS + CHROMA_SIDE * CHROMA_SIDE;

const LUMA_WIDTH = 256 / LUMA_BINS;
const CHROMA_WIDTH = 256 / CHROMA_SIDE;

/**
 * Fills in which part of the picture has which brightness and which colour. Each cell counts for the
 * two nearest bins by its distance, so that a drift of one level moves no mass from bin to bin at once.
 * Without colour planes all is grey.
 */
export function fillPalette(grey: Uint8Array, chroma: Uint8Array, palette: Float64Array): void {
  palette.fill(0);
  const coloured = chroma.length >= 2 * PIXELS;
  const share = 1 / PIXELS;
  for (let i = 0; i < PIXELS; i++) {
    const y = clamp(at(grey, i) / LUMA_WIDTH - 0.5, LUMA_BINS - 1.001);
    const bin = y | 0;
    palette[bin] = num(palette, bin) + share * (1 - y + bin);
    palette[bin + 1] = num(palette, bin + 1) + share * (y - bin);
    const b = clamp((coloured ? at(chroma, i) : 128) / CHROMA_WIDTH - 0.5, CHROMA_SIDE - 1.001);
    const r = clamp(
      (coloured ? at(chroma, PIXELS + i) : 128) / CHROMA_WIDTH - 0.5,
      CHROMA_SIDE - 1.001,
    );
    const fb = b - (b | 0);
    const fr = r - (r | 0);
    const cell = LUMA_BINS + (b | 0) * CHROMA_SIDE + (r | 0);
    palette[cell] = num(palette, cell) + share * (1 - fb) * (1 - fr);
    palette[cell + 1] = num(palette, cell + 1) + share * (1 - fb) * fr;
    palette[cell + CHROMA_SIDE] = num(palette, cell + CHROMA_SIDE) + share * fb * (1 - fr);
    palette[cell + CHROMA_SIDE + 1] = num(palette, cell + CHROMA_SIDE + 1) + share * fb * fr;
  }
}

const clamp = (value: number, high: number): number => Math.max(0, Math.min(value, high));

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
