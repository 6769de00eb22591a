import type { Difference } from './difference.ts';
import type { Area } from './lit-area.ts';

/**
 * The last frames and what was measured on each, by their number: the newest is `count - 1`, and
 * `first` the oldest that is remembered. What is compared with the frame before is compared with the
 * one before it in the file.
 */
export interface History {
  /** Frames seen so far. */
  readonly count: number;
  readonly first: number;
  /** What bars beside the film leave of the picture, as seen so far. */
  readonly area: Area;
  /** Frames of the file from one frame to another. */
  framesBetween(from: number, to: number): number;
  /** The 32x32 greys of a frame; do not keep them past the next push. */
  grey(frame: number): Uint8Array;
  /** The 64x64 greys of a frame; do not keep them past the next push. */
  fine(frame: number): Uint8Array;
  /** The fine greys of a frame, then its colours; do not keep them past the next push. */
  planes(frame: number): Uint8Array;
  /** The 32x32 Cb of a frame, then its Cr, then nothing; do not keep them past the next push. */
  colours(frame: number): Uint8Array;
  /** The 32x32 greys of a frame, softened; do not keep them past the next push. */
  soft(frame: number): Float32Array;
  /** Seconds on the response clock; the end of the window for the frame after the newest. */
  seconds(frame: number): number;
  /** Mean grey, 0 to 255. */
  mean(frame: number): number;
  /**
   * How far apart the mean colours of two frames are: the sum over Y, Cb and Cr, and of Cb and Cr
   * alone.
   */
  colourDistance(a: number, b: number): { readonly all: number; readonly chroma: number };
  /** How far the mean colour is from grey, in levels of Cb and Cr. */
  tint(frame: number): number;
  /** Standard deviation of the greys. */
  spread(frame: number): number;
  /** Mean absolute difference to the frame before, 0 at the first. */
  change(frame: number): number;
  /** Compares any two frames, without the bars beside the film; writes into `out` and returns it. */
  difference(a: number, b: number, out: Difference): Difference;
  /** Correlation of two frames, without the bars. */
  correlation(a: number, b: number): number;
  /** How unlike the frame before it is, block motion allowed. */
  unlike(frame: number): Readonly<Difference>;
  /**
   * Part of the picture whose colour or brightness went, 0 to 1; light that goes up or down does
   * not count.
   */
  repaint(frame: number): number;
  /** The same between any two frames. */
  paletteDistance(a: number, b: number): { readonly luma: number; readonly chroma: number };
  /** Sum of the absolute changes to the frame before, of each column and then of each row. */
  lines(frame: number): Uint16Array;
  /** Energy of the detail: mean of the squared steps between neighbours, along rows and columns. */
  energy(frame: number): number;
  /** Mean absolute step between neighbours along a row. */
  detailX(frame: number): number;
  /** Mean absolute step between neighbours along a column. */
  detailY(frame: number): number;
}
