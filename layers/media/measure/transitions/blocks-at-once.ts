import { num } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { blockWays, noWays, WAY_BLOCKS } from './block-ways.ts';
import { SHAPED_AT_ONCE, SHAPED_STEADY } from './thresholds.ts';

const { max } = Math;

const ways = noWays();

/**
 * True where many blocks went their way from frame `first` to frame `last` in one and the same
 * frame: a title came or went beside a change of shots, and no edge went over the picture.
 */
export function goAtOnce(history: History, first: number, last: number): boolean {
  const [a, b] = [history.grey(first), history.grey(last)];
  const steps: number[] = [];
  let before = 0;
  for (let frame = first + 1; frame <= last; frame++) {
    blockWays(a, b, history.grey(frame), history.area, ways);
    const way = wayOfAll();
    steps.push(way - before);
    before = way;
  }
  const most = max(...steps);
  const fastest = steps.indexOf(most);
  const beside = max(steps[fastest - 1] ?? 0, steps[fastest + 1] ?? 0);
  return most > SHAPED_AT_ONCE && beside < SHAPED_STEADY * most;
}

/** How far the blocks are on the mean, by how much each has to go. */
function wayOfAll(): number {
  let [sum, weight] = [0, 0];
  for (let block = 0; block < WAY_BLOCKS; block++) {
    sum += num(ways.weights, block) * num(ways.shares, block);
    weight += num(ways.weights, block);
  }
  return weight > 0 ? sum / weight : 0;
}
