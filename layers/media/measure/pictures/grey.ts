const { abs } = Math;
/**
 * What the reader scales every whole frame to (flags=area, format=yuv420p): 64x64 of luma, 32x32 of
 * Cb and of Cr.
 */
export const SMALL = { width: 64, height: 64, bytes: (64 * 64 * 3) / 2 } as const;
/** Side of the fine greys, in which small writing can be told. */
export const FINE = 64;
export const FINE_PIXELS = FINE * FINE;
/**
 * Bytes kept of a picture: the fine greys, and as many again for Cb, then Cr, and nothing, so that
 * the loops over fine cells take both.
 */
export const PLANES = 2 * FINE_PIXELS;
/**
 * Side of the coarse greys, in which pictures and motion are compared; each of its cells is four
 * fine ones.
 */
export const SIDE = 32;
export const PIXELS = SIDE * SIDE;
/** Mean grey below which a picture without structure is about black: fades end there. */
export const BLACK_MEAN = 26;

/**
 * Read a cell that is known to exist. One function for each kind of array: shared ones are slow,
 * because the engine then asks for the kind at every single read.
 */
export const at = (list: Uint8Array, i: number): number => list[i] as number;
export const num = (list: Float64Array, i: number): number => list[i] as number;
export const real = (list: Float32Array, i: number): number => list[i] as number;

/** Where the colour of a fine cell stands: one for each four of them. */
export const colourCell = (cell: number): number => {
  const x = cell % FINE;
  const y = (cell - x) / FINE;
  return (y >> 1) * SIDE + (x >> 1);
};

/** The four fine cells that share a colour. */
export const fineCells = (colour: number): [number, number, number, number] => {
  const x = colour % SIDE;
  const first = 4 * (colour - x) + 2 * x;
  return [first, first + 1, first + FINE, first + FINE + 1];
};

/** Mean absolute difference of two pictures, in grey levels. */
export function meanChange(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < PIXELS; i++) sum += abs(at(a, i) - at(b, i));
  return sum / PIXELS;
}
