import { BLOCKS, blockSums, type Cells, COARSE_CELLS } from '../kernels/motion.ts';
import type { Motion } from './motion.ts';
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

const isCorner = (block: number): boolean => block % 12 === 0 || block % 12 === 3;

/**
 * Lets the sixteen blocks vote whether the motion in `out` explains the pictures that are compared by
 * such cells better than rest does; takes from it what they cannot tell.
 */
export function judgeMotion(light: number, out: Motion, { sumVotes }: Cells = COARSE_CELLS): void {
  sumVotes(out.x, out.y, out.zoom, light);
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
    const { across, down, outward, texture, atRest, moved, count } = blockSums(block);
    rest += atRest;
    left += moved;
    const least = VOTE_TELLING * count;
    if (least === 0) continue;
    // Only what this motion would change can tell it from rest.
    if (across * max(abs(out.x), VOTE_LEAST_SHIFT) >= 2 * least) tellX++;
    if (down * max(abs(out.y), VOTE_LEAST_SHIFT) >= 2 * least) tellY++;
    if (outward * max(abs(out.zoom), VOTE_LEAST_ZOOM) >= 2 * least) tellZoom++;
    if (texture < least) continue;
    telling++;
    // Against its own noise: a block of faint texture that clearly stands still is as good a
    // witness as one of hard edges.
    const noise = min(atRest, moved) + VOTE_QUIET * count;
    const weight = min(FULL_VOTE, texture / noise);
    const vote = moved < VOTE_EXPLAINED * atRest ? weight : 0;
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
