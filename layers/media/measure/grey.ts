const { abs } = Math;
/** What the reader scales every whole frame to (flags=area, format=gray). */
export const GREY = { width: 32, height: 32 } as const;
export const SIDE = 32;
export const PIXELS = SIDE * SIDE;

/**
 * Read a cell that is known to exist. One function for each kind of array: shared ones are slow,
 * because the engine then asks for the kind at every single read.
 */
export const at = (list: Uint8Array, i: number): number => list[i] as number;
export const num = (list: Float64Array, i: number): number => list[i] as number;

/** Mean absolute difference of two pictures, in grey levels. */
export function meanChange(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < PIXELS; i++) sum += abs(at(a, i) - at(b, i));
  return sum / PIXELS;
}
