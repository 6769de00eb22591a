/**
 * Something laid over the picture: when it is first seen, when it is first gone (null: still
 * there).
 */
export interface Overlay {
  start: number;
  end: number | null;
  /** [x0, y0, x1, y1] as fractions of the picture. */
  region: [number, number, number, number];
  confidence: number;
}
