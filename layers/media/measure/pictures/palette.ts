import { at, num, PIXELS } from './grey.ts';

const LUMA_BINS = 16;
const CHROMA_SIDE = 8;
/** Cells of a palette: a histogram of luma, then one of Cb and Cr together. */
export const PALETTE_CELLS = LUMA_BINS + CHROMA_SIDE * CHROMA_SIDE;

/** For each level the lower of the two bins it counts for, and the share of the upper one. */
interface Bins {
  readonly lower: Uint8Array;
  readonly share: Float64Array;
}

function binsOf(count: number): Bins {
  const places = Array.from({ length: 256 }, (_, level) =>
    Math.max(0, Math.min((level * count) / 256 - 0.5, count - 1.001)),
  );
  return {
    lower: Uint8Array.from(places, Math.floor),
    share: Float64Array.from(places, (place) => place - Math.floor(place)),
  };
}

const LUMA = binsOf(LUMA_BINS);
const CHROMA = binsOf(CHROMA_SIDE);

/**
 * Fills in which part of the picture has which brightness and which colour. Each cell counts for
 * the two nearest bins by its distance, so that a drift of one level moves no mass from bin to bin
 * at once.
 * @param chroma Cb, then Cr
 */
export function fillPalette(grey: Uint8Array, chroma: Uint8Array, palette: Float64Array): void {
  palette.fill(0);
  const part = 1 / PIXELS;
  for (let i = 0; i < PIXELS; i++) {
    const y = at(grey, i);
    const bin = at(LUMA.lower, y);
    const fy = num(LUMA.share, y) * part;
    palette[bin] = num(palette, bin) + part - fy;
    palette[bin + 1] = num(palette, bin + 1) + fy;
    const b = at(chroma, i);
    const r = at(chroma, PIXELS + i);
    const fb = num(CHROMA.share, b);
    const fr = num(CHROMA.share, r) * part;
    const cell = LUMA_BINS + at(CHROMA.lower, b) * CHROMA_SIDE + at(CHROMA.lower, r);
    palette[cell] = num(palette, cell) + (1 - fb) * (part - fr);
    palette[cell + 1] = num(palette, cell + 1) + (1 - fb) * fr;
    palette[cell + CHROMA_SIDE] = num(palette, cell + CHROMA_SIDE) + fb * (part - fr);
    palette[cell + CHROMA_SIDE + 1] = num(palette, cell + CHROMA_SIDE + 1) + fb * fr;
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
