import { num, real, SIDE } from '../pictures/grey.ts';
import { inside, MARGIN, MIDDLE, type Motion, sample } from './motion.ts';
import {
  FULL_VOTE,
  VOTE_CORNERS_TELL,
  VOTE_EXPLAINED,
  VOTE_LEAST_SHIFT,
  VOTE_LEAST_ZOOM,
  VOTE_QUIET,
  VOTE_TELL_SHIFT,
  VOTE_TELL_ZOOM,
  VOTE_TELLING,
} from './thresholds.ts';

const { abs, max, min } = Math;

const BLOCKS = 16;
const isCorner = (block: number): boolean => block % 12 === 0 || block % 12 === 3;
const atRest = new Float64Array(BLOCKS);
const moved = new Float64Array(BLOCKS);
const texture = new Float64Array(BLOCKS);
const count = new Float64Array(BLOCKS);
const across = new Float64Array(BLOCKS);
const down = new Float64Array(BLOCKS);
const outward = new Float64Array(BLOCKS);

/**
 * Lets the sixteen blocks vote whether the motion in `out` explains the pictures better than rest
 * does; takes from it what they cannot tell.
 */
export function judgeMotion(a: Float32Array, b: Float32Array, light: number, out: Motion): void {
  atRest.fill(0);
  moved.fill(0);
  texture.fill(0);
  count.fill(0);
  across.fill(0);
  down.fill(0);
  outward.fill(0);
  for (let y = MARGIN; y < SIDE - MARGIN; y++) {
    for (let x = MARGIN + (y & 1); x < SIDE - MARGIN; x += 2) {
      const wx = x + out.x + out.zoom * (x - MIDDLE);
      const wy = y + out.y + out.zoom * (y - MIDDLE);
      if (!inside(wx) || !inside(wy)) continue;
      const i = y * SIDE + x;
      const block = (y >> 3) * 4 + (x >> 3);
      const gx = real(a, i + 1) - real(a, i - 1);
      const gy = real(a, i + SIDE) - real(a, i - SIDE);
      // Only what this motion would change can tell it from rest.
      across[block] = num(across, block) + abs(gx);
      down[block] = num(down, block) + abs(gy);
      outward[block] = num(outward, block) + abs(gx * (x - MIDDLE) + gy * (y - MIDDLE));
      const shift = gx * (wx - x) + gy * (wy - y);
      texture[block] = num(texture, block) + abs(shift) / 2;
      atRest[block] = num(atRest, block) + abs(real(b, i) - real(a, i) - light);
      moved[block] = num(moved, block) + abs(sample(b, wx, wy) - real(a, i) - light);
      count[block] = num(count, block) + 1;
    }
  }
  let telling = 0;
  let weights = 0;
  let votes = 0;
  let cornerWeights = 0;
  let cornerVotes = 0;
  let rest = 1e-9;
  let left = 0;
  let tellX = 0;
  let tellY = 0;
  let tellZoom = 0;
  for (let block = 0; block < BLOCKS; block++) {
    rest += num(atRest, block);
    left += num(moved, block);
    const least = VOTE_TELLING * num(count, block);
    if (least === 0) continue;
    if (num(across, block) * max(abs(out.x), VOTE_LEAST_SHIFT) >= 2 * least) tellX++;
    if (num(down, block) * max(abs(out.y), VOTE_LEAST_SHIFT) >= 2 * least) tellY++;
    if (num(outward, block) * max(abs(out.zoom), VOTE_LEAST_ZOOM) >= 2 * least) tellZoom++;
    if (num(texture, block) < least) continue;
    telling++;
    // Against its own noise: a block of faint texture that clearly stands still is as good a
    // witness as one of hard edges.
    const noise = min(num(atRest, block), num(moved, block)) + VOTE_QUIET * num(count, block);
    const weight = min(FULL_VOTE, num(texture, block) / noise);
    const vote = num(moved, block) < VOTE_EXPLAINED * num(atRest, block) ? weight : 0;
    weights += weight;
    votes += vote;
    if (isCorner(block)) {
      cornerWeights += weight;
      cornerVotes += vote;
    }
  }
  if (tellX < VOTE_TELL_SHIFT) out.x = 0;
  if (tellY < VOTE_TELL_SHIFT) out.y = 0;
  if (tellZoom < VOTE_TELL_ZOOM) out.zoom = 0;
  out.textured = telling;
  out.explained = max(0, 1 - left / rest);
  out.corners = cornerWeights < VOTE_CORNERS_TELL ? 1 : cornerVotes / cornerWeights;
  out.support = weights === 0 ? 0 : votes / weights;
}
