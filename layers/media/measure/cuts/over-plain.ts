import { at, BLACK_MEAN, num, PIXELS, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import {
  OVER_PLAIN_CHANGED,
  OVER_PLAIN_MOST,
  OVER_PLAIN_REST,
  OVER_PLAIN_SPREAD,
} from './thresholds.ts';

const { abs, max, min } = Math;

const changes = new Float64Array(PIXELS);

/**
 * True where something came over a plain ground, or went from one: one of the pictures is plain all
 * over, and nothing changed but within a box. A ground without a texture keeps nothing else by which
 * it would be known again. Out of black everything comes, also another shot.
 */
export function isOverPlain(history: History, frame: number): boolean {
  const plain = history.spread(frame - 1) < history.spread(frame) ? frame - 1 : frame;
  if (history.spread(plain) > OVER_PLAIN_SPREAD || history.mean(plain) < BLACK_MEAN) return false;
  let most = 0;
  const [greys, otherGreys] = [history.grey(frame - 1), history.grey(frame)];
  const [colours, otherColours] = [history.colours(frame - 1), history.colours(frame)];
  for (let i = 0; i < PIXELS; i++) {
    const change =
      abs(at(greys, i) - at(otherGreys, i)) +
      abs(at(colours, i) - at(otherColours, i)) +
      abs(at(colours, PIXELS + i) - at(otherColours, PIXELS + i));
    changes[i] = change;
    most = max(most, change);
  }
  let [left, top, right, bottom] = [SIDE, SIDE, 0, 0];
  let inside = 0;
  let outside = 0;
  for (let i = 0; i < PIXELS; i++) {
    const change = num(changes, i);
    if (change < OVER_PLAIN_CHANGED * most) {
      outside += change;
      continue;
    }
    inside += change;
    left = min(left, i % SIDE);
    right = max(right, (i % SIDE) + 1);
    top = min(top, (i / SIDE) | 0);
    bottom = max(bottom, ((i / SIDE) | 0) + 1);
  }
  const box = (right - left) * (bottom - top);
  return box <= OVER_PLAIN_MOST * PIXELS && outside <= OVER_PLAIN_REST * inside;
}
