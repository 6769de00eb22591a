import { noDifference } from '../pictures/difference.ts';
import { at, meanChange, num, PIXELS, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import type { Area } from '../pictures/lit-area.ts';
import { viewStays } from '../pictures/view-stays.ts';
import {
  GRADUAL_PLAIN,
  REPLACED_ALL,
  REPLACED_ANOTHER,
  REPLACED_ANOTHER_SURE,
  REPLACED_AS_EVER,
  REPLACED_BEYOND,
  REPLACED_EVENLY,
  REPLACED_MOST,
  REPLACED_MOST_STRAIGHT,
  REPLACED_MOST_SURE,
  REPLACED_RESTLESS,
  REPLACED_RESTRUCTURED,
  REPLACED_STRAIGHT,
  REPLACED_STRUCTURE,
  REPLACED_STRUCTURE_SURE,
  REPLACED_SURE,
  REPLACED_UNLIKE,
  REPLACED_UNLIKE_STRAIGHT,
  REPLACED_UNLIKE_SURE,
  REPLACED_UNMOVED,
  REPLACED_UNMOVED_STRAIGHT,
} from './thresholds.ts';

const { abs, min, round } = Math;

const BLOCK = 4;
const BLOCKS = (SIDE / BLOCK) ** 2;
const steps = new Float64Array(PIXELS);
const changes = new Float64Array(BLOCKS);
const unlike = noDifference();

/** What the frames between tell of how one picture went over into the other. */
interface How {
  readonly mixture: boolean;
  readonly faded: boolean;
  readonly sure: boolean;
  /** Whether blocks went over one after the other: neither light nor a camera does that. */
  readonly inOrder: boolean;
  readonly confidence: number;
}

/**
 * True when frames `first` and `end` show two pictures: not another light, not a thing that came,
 * not a moved view.
 */
export function replaced(history: History, first: number, end: number, by: How): boolean {
  const { overall, structure } = history.difference(first, end, unlike);
  const straight = by.mixture && by.confidence >= REPLACED_STRAIGHT;
  const least = straight || by.faded ? REPLACED_UNLIKE_STRAIGHT : REPLACED_UNLIKE;
  if (overall < (by.sure ? REPLACED_UNLIKE_SURE : least)) return false;
  if (structure < (by.sure ? REPLACED_STRUCTURE_SURE : REPLACED_STRUCTURE)) return false;
  const [a, b] = [history.grey(first), history.grey(end)];
  // A picture or a title that fades in over half of the view leaves the rest of it as it was.
  if (viewStays(a, b, history.area)) return false;
  if (!by.mixture) return true;
  const usual = straight || by.faded ? REPLACED_MOST_STRAIGHT : REPLACED_MOST;
  const blocks = by.sure
    ? { most: REPLACED_MOST_SURE, another: REPLACED_ANOTHER_SURE }
    : { most: usual, another: REPLACED_ANOTHER };
  const isBeyond = by.inOrder && overall >= REPLACED_BEYOND;
  // Light leaves the structure as it was.
  const mayBeLight = !(by.sure || isBeyond) || structure < REPLACED_RESTRUCTURED;
  if (!everywhere(a, b, { ...blocks, mayBeLight }, history.area)) return false;
  let quarters = 0;
  for (let quarter = 0; quarter < 4; quarter++) {
    const from = first + round((quarter * (end - first)) / 4);
    const to = first + round(((quarter + 1) * (end - first)) / 4);
    quarters += history.difference(from, to, unlike).overall;
  }
  const ratio = quarters / overall;
  // Nothing of a plain picture moves, and what is unlike it is so beyond all measure.
  const plainest = min(history.spread(first), history.spread(end));
  const isPlain = plainest < GRADUAL_PLAIN || isBeyond;
  const unmoved = straight ? REPLACED_UNMOVED_STRAIGHT : REPLACED_UNMOVED;
  return (
    (isPlain || ratio >= unmoved) &&
    (by.faded || ratio <= REPLACED_RESTLESS || by.confidence >= REPLACED_SURE)
  );
}

/**
 * True when nearly all blocks changed, and about equally. A car that crosses a static view, or
 * writing that fades in, changes some of them; the light that a camera then takes back changes all
 * by one step, as another ground under other writing does.
 */
function everywhere(
  a: Uint8Array,
  b: Uint8Array,
  { most, another, mayBeLight }: { most: number; another: number; mayBeLight: boolean },
  area: Area,
): boolean {
  const { left, top, right, bottom } = area;
  let cells = 0;
  for (let y = top; y < bottom; y++)
    for (let i = y * SIDE + left; i < y * SIDE + right; i++) steps[cells++] = at(b, i) - at(a, i);
  const light = mayBeLight ? num(steps.subarray(0, cells).sort(), cells >> 1) : 0;
  let total = 0;
  let others = 0;
  let blocks = 0;
  for (let y = top; y + BLOCK <= bottom; y += BLOCK) {
    for (let x = left; x + BLOCK <= right; x += BLOCK) {
      let sum = 0;
      for (let k = 0; k < BLOCK * BLOCK; k++) {
        const i = (y + (k >> 2)) * SIDE + x + (k & 3);
        sum += abs(at(b, i) - at(a, i) - light);
      }
      const change = sum / (BLOCK * BLOCK);
      changes[blocks++] = change;
      total += change;
      if (change >= another) others++;
    }
  }
  const middle = num(changes.subarray(0, blocks).sort(), blocks >> 1);
  // Of two pages all blocks change, those with writing much more than the ground.
  if (!mayBeLight && others >= REPLACED_ALL * blocks) return true;
  return others >= most * blocks && middle * blocks >= REPLACED_EVENLY * total;
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
