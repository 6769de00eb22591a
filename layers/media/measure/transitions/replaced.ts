import { noDifference } from '../pictures/difference.ts';
import { at, meanChange, num, PIXELS, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { viewStays } from '../pictures/view-stays.ts';
import {
  REPLACED_ANOTHER,
  REPLACED_AS_EVER,
  REPLACED_EVENLY,
  REPLACED_MOST,
  REPLACED_MOST_STRAIGHT,
  REPLACED_RESTLESS,
  REPLACED_STRAIGHT,
  REPLACED_STRUCTURE,
  REPLACED_SURE,
  REPLACED_UNLIKE,
  REPLACED_UNLIKE_STRAIGHT,
  REPLACED_UNMOVED,
} from './thresholds.ts';

const { abs, round } = Math;

const BLOCK = 4;
const BLOCKS = (SIDE / BLOCK) ** 2;
const steps = new Float64Array(PIXELS);
const changes = new Float64Array(BLOCKS);
const unlike = noDifference();

/**
 * True when frames `first` and `end` show two pictures: not another light, not a thing that came,
 * not a moved view.
 */
export function replaced(
  history: History,
  first: number,
  end: number,
  by: { mixture: boolean; faded: boolean; confidence: number },
): boolean {
  const { overall, structure } = history.difference(first, end, unlike);
  const straight = by.mixture && by.confidence >= REPLACED_STRAIGHT;
  const least = straight || by.faded ? REPLACED_UNLIKE_STRAIGHT : REPLACED_UNLIKE;
  if (overall < least || structure < REPLACED_STRUCTURE) return false;
  const [a, b] = [history.grey(first), history.grey(end)];
  // A picture or a title that fades in over half of the view leaves the rest of it as it was.
  if (viewStays(a, b)) return false;
  if (!by.mixture) return true;
  if (!everywhere(a, b, straight || by.faded ? REPLACED_MOST_STRAIGHT : REPLACED_MOST))
    return false;
  let quarters = 0;
  for (let quarter = 0; quarter < 4; quarter++) {
    const from = first + round((quarter * (end - first)) / 4);
    const to = first + round(((quarter + 1) * (end - first)) / 4);
    quarters += history.difference(from, to, unlike).overall;
  }
  const ratio = quarters / overall;
  return (
    ratio >= REPLACED_UNMOVED &&
    (by.faded || ratio <= REPLACED_RESTLESS || by.confidence >= REPLACED_SURE)
  );
}

/**
 * True when nearly all blocks changed, and about equally. A car that crosses a static view, or
 * writing that fades in, changes some of them; the light that a camera then takes back changes all
 * by one step.
 */
function everywhere(a: Uint8Array, b: Uint8Array, most: number): boolean {
  for (let i = 0; i < PIXELS; i++) steps[i] = at(b, i) - at(a, i);
  steps.sort();
  const light = num(steps, PIXELS / 2);
  let total = 0;
  let others = 0;
  for (let block = 0; block < BLOCKS; block++) {
    const x = (block % (SIDE / BLOCK)) * BLOCK;
    const y = ((block - (block % (SIDE / BLOCK))) / (SIDE / BLOCK)) * BLOCK;
    let sum = 0;
    for (let k = 0; k < BLOCK * BLOCK; k++) {
      const i = (y + (k >> 2)) * SIDE + x + (k & 3);
      sum += abs(at(b, i) - at(a, i) - light);
    }
    const change = sum / (BLOCK * BLOCK);
    changes[block] = change;
    total += change / BLOCKS;
    if (change >= REPLACED_ANOTHER) others++;
  }
  changes.sort();
  return others >= most * BLOCKS && num(changes, BLOCKS / 2) >= REPLACED_EVENLY * total;
}

/** True where the picture changed about as much in the same time before, and does so after. */
export function alwaysGoesOn(history: History, from: number, to: number): boolean {
  const length = to - from;
  if (from - length < history.first || to + length >= history.count) return false;
  const enough = REPLACED_AS_EVER * meanChange(history.grey(from), history.grey(to));
  return (
    meanChange(history.grey(from - length), history.grey(from)) >= enough &&
    meanChange(history.grey(to), history.grey(to + length)) >= enough
  );
}
