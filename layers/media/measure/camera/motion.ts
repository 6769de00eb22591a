import { type Cells, COARSE_CELLS, fit } from '../kernels/motion.ts';
import { num, real, SIDE } from '../pictures/grey.ts';
import { FIT_AT_REST, FIT_FEWEST, FIT_NO_ZOOM, FIT_SETTLED } from './thresholds.ts';

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
 * Robust Lucas-Kanade for shift and zoom between the pictures that are compared by such cells, from
 * the motion already in `out`; how far it can be trusted, `judgeMotion` says. `light` is by how much
 * the second picture is lighter and is taken out first; `rigid` leaves zoom alone.
 */
export function estimateMotion(
  light: number,
  out: Motion,
  { side, sumFit }: Cells = COARSE_CELLS,
  rigid = false,
): Motion {
  let sigma = 12;
  const fewest = FIT_FEWEST * side * side;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const n = sumFit(out.x, out.y, out.zoom, light, sigma, iteration & 1);
    let hxx = num(fit, 0);
    const hxy = num(fit, 1);
    let hxz = num(fit, 2);
    let bx = num(fit, 3);
    let hyy = num(fit, 4);
    let hyz = num(fit, 5);
    let hzz = num(fit, 6);
    let bz = num(fit, 7);
    let by = num(fit, 8);
    const errors = num(fit, 9);
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
    if (n < fewest || !(determinant > 1e-6)) break;
    const stepX = (c1 * bx + c2 * by + c3 * bz) / determinant;
    const stepY =
      (c2 * bx + (hxx * hzz - hxz * hxz) * by + (hxy * hxz - hxx * hyz) * bz) / determinant;
    const stepZoom =
      (c3 * bx + (hxy * hxz - hxx * hyz) * by + (hxx * hyy - hxy * hxy) * bz) / determinant;
    out.x += stepX;
    out.y += stepY;
    out.zoom += stepZoom;
    if (!(abs(out.x) < side / 2 && abs(out.y) < side / 2 && abs(out.zoom) < 0.3)) {
      out.x = 0;
      out.y = 0;
      out.zoom = 0;
      break;
    }
    if (iteration > 0 && max(abs(stepX), abs(stepY), (abs(stepZoom) * side) / 2) < FIT_SETTLED)
      break;
    sigma = max(2, (2.5 * errors) / n);
  }
  return out;
}
