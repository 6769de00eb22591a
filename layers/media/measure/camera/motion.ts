import { real, SIDE } from '../pictures/grey.ts';
import { FIT_AT_REST, FIT_NO_ZOOM, FIT_SETTLED } from './thresholds.ts';

const { abs, max, min } = Math;

/**
 * How the whole picture moved from one frame to another: cells right, cells down, and growth about
 * the middle.
 */
export interface Motion {
  x: number;
  y: number;
  zoom: number;
  /**
   * Share of the textured blocks, by how clearly they can tell, that this motion explains better
   * than rest does.
   */
  support: number;
  /** The same of the four corner blocks alone, 1 where they cannot tell. */
  corners: number;
  /** Textured blocks out of 16: where there are few, nothing is certain. */
  textured: number;
  /** Share of the change that this motion explains, 0 to 1. */
  explained: number;
}

/** Cells along the rim that are not compared. */
export const MARGIN = 2;
export const MIDDLE = (SIDE - 1) / 2;
const ITERATIONS = 4;
export const noMotion = (): Motion => ({
  x: 0,
  y: 0,
  zoom: 0,
  support: 0,
  corners: 1,
  textured: 0,
  explained: 0,
});

/** Grey between the cells, in proportion to how near they are. */
export function sample(picture: Float32Array, x: number, y: number): number {
  const left = x | 0;
  const top = y | 0;
  const fx = x - left;
  const i = top * SIDE + left;
  const a = real(picture, i);
  const c = real(picture, i + SIDE);
  const upper = a + (real(picture, i + 1) - a) * fx;
  return upper + (c + (real(picture, i + SIDE + 1) - c) * fx - upper) * (y - top);
}

/** Whether `sample` has the cells it needs there. */
export const inside = (v: number): boolean => v >= 0 && v < SIDE - 1;

/**
 * Mean absolute difference when `b` is shifted back by whole cells; anything from `enough` on where
 * it comes to more than that.
 */
function shifted(
  a: Float32Array,
  b: Float32Array,
  dx: number,
  dy: number,
  light: number,
  enough: number,
): number {
  const n = ((SIDE - abs(dx) + 1) >> 1) * ((SIDE - abs(dy) + 1) >> 1);
  const right = min(SIDE, SIDE - dx);
  const lowest = min(SIDE, SIDE - dy);
  let sum = 0;
  for (let y = max(0, -dy); y < lowest && sum / n < enough; y += 2) {
    for (let x = max(0, -dx); x < right; x += 2) {
      sum += abs(real(b, (y + dy) * SIDE + x + dx) - real(a, y * SIDE + x) - light);
    }
  }
  return sum / n;
}

/** The whole-cell shift that fits best, up to a third of the picture; only for fast turns. */
export function coarseShift(a: Float32Array, b: Float32Array, light: number, out: Motion): void {
  let best = shifted(a, b, 0, 0, light, Number.POSITIVE_INFINITY);
  out.x = 0;
  out.y = 0;
  for (let dy = -6; dy <= 6; dy++) {
    for (let dx = -10; dx <= 10; dx++) {
      const cost = shifted(a, b, dx, dy, light, best * 0.98);
      if (cost < best * 0.98) {
        best = cost;
        out.x = dx;
        out.y = dy;
      }
    }
  }
}

/**
 * Robust Lucas-Kanade for shift and zoom, from the motion already in `out`; how far it can be
 * trusted, `judgeMotion` says. `light` is by how much the second picture is lighter and is taken
 * out first; `rigid` leaves zoom alone.
 */
export function estimateMotion(
  a: Float32Array,
  b: Float32Array,
  light: number,
  out: Motion,
  rigid = false,
): Motion {
  let sigma = 12;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    let hxx = 1e-3;
    let hyy = 1e-3;
    let hzz = 1e-1;
    let hxy = 0;
    let hxz = 0;
    let hyz = 0;
    let bx = 0;
    let by = 0;
    let bz = 0;
    let errors = 0;
    let n = 0;
    for (let y = MARGIN; y < SIDE - MARGIN; y++) {
      for (let x = MARGIN + ((y + iteration) & 1); x < SIDE - MARGIN; x += 2) {
        const cx = x - MIDDLE;
        const cy = y - MIDDLE;
        const wx = x + out.x + out.zoom * cx;
        const wy = y + out.y + out.zoom * cy;
        if (!inside(wx) || !inside(wy)) continue;
        const i = y * SIDE + x;
        const error = sample(b, wx, wy) - real(a, i) - light;
        const gx = (real(a, i + 1) - real(a, i - 1)) / 2;
        const gy = (real(a, i + SIDE) - real(a, i - SIDE)) / 2;
        const gz = gx * cx + gy * cy;
        const ratio = error / sigma;
        const weight = 1 / (1 + ratio * ratio) ** 2;
        hxx += weight * gx * gx;
        hyy += weight * gy * gy;
        hzz += weight * gz * gz;
        hxy += weight * gx * gy;
        hxz += weight * gx * gz;
        hyz += weight * gy * gz;
        bx -= weight * gx * error;
        by -= weight * gy * error;
        bz -= weight * gz * error;
        errors += abs(error);
        n++;
      }
    }
    // Where the picture cannot tell a zoom from a shift, call it a shift; where neither, call it
    // rest.
    if (rigid) {
      hxz = 0;
      hyz = 0;
      bz = 0;
    }
    bx -= FIT_AT_REST * hxx * out.x;
    by -= FIT_AT_REST * hyy * out.y;
    bz -= FIT_NO_ZOOM * hzz * out.zoom;
    hxx *= 1 + FIT_AT_REST;
    hyy *= 1 + FIT_AT_REST;
    hzz *= 1 + FIT_NO_ZOOM;
    const c1 = hyy * hzz - hyz * hyz;
    const c2 = hxz * hyz - hxy * hzz;
    const c3 = hxy * hyz - hxz * hyy;
    const determinant = hxx * c1 + hxy * c2 + hxz * c3;
    if (n < 100 || !(determinant > 1e-6)) break;
    const stepX = (c1 * bx + c2 * by + c3 * bz) / determinant;
    const stepY =
      (c2 * bx + (hxx * hzz - hxz * hxz) * by + (hxy * hxz - hxx * hyz) * bz) / determinant;
    const stepZoom =
      (c3 * bx + (hxy * hxz - hxx * hyz) * by + (hxx * hyy - hxy * hxy) * bz) / determinant;
    out.x += stepX;
    out.y += stepY;
    out.zoom += stepZoom;
    if (!(abs(out.x) < SIDE / 2 && abs(out.y) < SIDE / 2 && abs(out.zoom) < 0.3)) {
      out.x = 0;
      out.y = 0;
      out.zoom = 0;
      break;
    }
    if (iteration > 0 && max(abs(stepX), abs(stepY), (abs(stepZoom) * SIDE) / 2) < FIT_SETTLED)
      break;
    sigma = max(2, (2.5 * errors) / n);
  }
  return out;
}
