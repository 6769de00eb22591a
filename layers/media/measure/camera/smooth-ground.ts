import { real, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { softFilm } from './film.ts';
import { lightBetween } from './light.ts';
import type { Motion } from './motion.ts';
import { SMOOTH_MOST_CHANGE, SMOOTH_STEP } from './thresholds.ts';

const { abs, max } = Math;

/** Squared grey levels, summed over cells, about the mean of the cells. */
export interface SmoothGround {
  /** What the slopes of the ground lead to expect of a motion. */
  readonly expected: number;
  /** How much of it came. */
  readonly seen: number;
}

/**
 * Whether what is smooth moves along: a wall or a sky has no edges that could be followed, but it is
 * hardly ever of one grey, and over hundreds of cells a slope of half a level tells a camera that
 * moves from somebody who moves before it.
 */
export function smoothGround(
  history: History,
  then: number,
  now: number,
  { x, y, zoom }: Motion,
): SmoothGround {
  const [one, other] = softFilm(history, then, now);
  const light = lightBetween(one, other);
  let cells = 0;
  let expectations = 0;
  let changes = 0;
  let squares = 0;
  let products = 0;
  for (let row = 1; row < SIDE - 1; row++) {
    for (let column = 1; column < SIDE - 1; column++) {
      const cell = row * SIDE + column;
      const [before, after] = [slopeAt(one, cell), slopeAt(other, cell)];
      if (!before || !after) continue;
      const change = real(other, cell) - real(one, cell) - light;
      if (abs(change) > SMOOTH_MOST_CHANGE) continue;
      const across = x + zoom * (column - SIDE / 2 + 0.5);
      const down = y + zoom * (row - SIDE / 2 + 0.5);
      const expectation =
        -((before.across + after.across) * across + (before.down + after.down) * down) / 2;
      cells++;
      expectations += expectation;
      changes += change;
      squares += expectation * expectation;
      products += expectation * change;
    }
  }
  if (cells === 0) return { expected: 0, seen: 0 };
  // About their means: an even slope that moves gets lighter everywhere, as light that rises does.
  return {
    expected: squares - (expectations * expectations) / cells,
    seen: products - (expectations * changes) / cells,
  };
}

/** Levels from a cell to the next, right and down; undefined where it is not smooth. */
function slopeAt(grey: Float32Array, cell: number): { across: number; down: number } | undefined {
  const here = real(grey, cell);
  const [left, right] = [here - real(grey, cell - 1), real(grey, cell + 1) - here];
  const [above, below] = [here - real(grey, cell - SIDE), real(grey, cell + SIDE) - here];
  const steepest = max(abs(left), abs(right), abs(above), abs(below));
  if (steepest > SMOOTH_STEP) return undefined;
  return { across: (left + right) / 2, down: (above + below) / 2 };
}
