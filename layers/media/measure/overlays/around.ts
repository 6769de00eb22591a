import { ringAround } from '../kernels/shapes.ts';
import { AROUND_CLEAR, AROUND_NEAR } from './thresholds.ts';

/** The cells three and four away from a group: near it, and none of it. */
export const around = (cells: Int16Array): Int16Array =>
  ringAround(cells, { near: AROUND_NEAR, clear: AROUND_CLEAR });
