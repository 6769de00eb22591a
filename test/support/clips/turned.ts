import { readFile, writeFile } from 'node:fs/promises';

/** The upper left of a display matrix: a, b, c and d of (x, y) → (ax + cy, bx + dy). */
export type Matrix = readonly [number, number, number, number];

/** A player turns the picture clockwise by so many degrees. */
export const QUARTER_TURNS = {
  0: [1, 0, 0, 1],
  90: [0, 1, -1, 0],
  180: [-1, 0, 0, -1],
  270: [0, -1, 1, 0],
} as const satisfies Readonly<Record<number, Matrix>>;

/** 1 as a fixed-point number of 16.16 bits. */
const ONE = 0x1_0000;

/**
 * Writes the display matrix of the first track into an mp4 (ISO/IEC 14496-12, 8.3.2). Releases of
 * ffmpeg differ in how one is asked for: to 6 by the tag `rotate`, from 6 on by `-display_rotation`.
 */
export function turned(mp4: Buffer, [a, b, c, d]: Matrix): Buffer {
  const matrix = mp4.indexOf('tkhd') + 4 + 40;
  for (const [i, value] of [a, b, 0, c, d, 0, 0, 0].entries()) {
    mp4.writeInt32BE(value * ONE, matrix + 4 * i);
  }
  return mp4;
}

/** Copies an mp4 whose first track is to be shown by another display matrix. */
export const turnedFile = async (input: string, matrix: Matrix, output: string): Promise<void> =>
  writeFile(output, turned(await readFile(input), matrix));
