import { num } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { blockWays, noWays, WAY_BLOCKS } from './block-ways.ts';
import { SHAPED_FIRST, SHAPED_PACE, SHAPED_WIDER } from './thresholds.ts';

const { ceil, floor, max, min, round } = Math;

const ways = noWays();

/** Frames: `from` the first in which something of the new picture is seen, `to` the first all new. */
interface Ends {
  readonly from: number;
  readonly to: number;
}

/**
 * The ends of a shaped wipe that was found from frame `first` to frame `last`. Of soft edges the pair
 * that tells a wipe best is narrower than it: where the wipe fills the pair, a wider one is taken.
 * @param since first frame that may be looked at
 */
export function shapedEnds(history: History, first: number, last: number, since: number): Ends {
  const found = endsBetween(history, first, last);
  const wider = ceil((last - first) * SHAPED_WIDER);
  const earlier = found.from <= first + 1 ? max(since, history.first, first - wider) : first;
  const later = found.to >= last ? min(history.count - 1, last + wider) : last;
  return earlier === first && later === last ? found : endsBetween(history, earlier, later);
}

/**
 * From where the first blocks set out to where the last ones arrive. A block's own ends are lost in
 * what moves: they are taken from its pace about its middle.
 */
function endsBetween(history: History, first: number, last: number): Ends {
  const [a, b] = [history.grey(first), history.grey(last)];
  const shares: Float64Array[] = [];
  for (let frame = first; frame <= last; frame++) {
    blockWays(a, b, history.grey(frame), history.area, ways);
    shares.push(ways.shares.slice());
  }
  const begins: number[] = [];
  const ends: number[] = [];
  for (let block = 0; block < WAY_BLOCKS; block++) {
    if (num(ways.weights, block) === 0) continue;
    const share = (frame: number): number => num(shares[frame - first] as Float64Array, block);
    const middle = middleOf(share, first, last);
    let early = middle;
    while (early > first && share(early) > SHAPED_PACE) early--;
    let late = middle;
    while (late < last && share(late) < 1 - SHAPED_PACE) late++;
    const beside = ((late - early) * SHAPED_PACE) / (1 - 2 * SHAPED_PACE);
    begins.push(early - beside);
    ends.push(late + beside);
  }
  const spared = floor(SHAPED_FIRST * begins.length);
  const from = begins.toSorted((x, y) => x - y).at(spared) ?? first;
  const to = ends.toSorted((x, y) => y - x).at(spared) ?? last;
  return { from: max(first + 1, round(from)), to: min(last, round(to)) };
}

/** The frame before which a block is rather of the old picture, and from which rather of the new. */
function middleOf(share: (frame: number) => number, first: number, last: number): number {
  let [sum, least, middle] = [0, 0, first];
  for (let frame = first; frame <= last; frame++) {
    sum += share(frame) - 0.5;
    if (sum >= least) continue;
    least = sum;
    middle = min(last, frame + 1);
  }
  return middle;
}
