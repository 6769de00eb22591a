import { noDifference } from '../pictures/difference.ts';
import { meanChange, num } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { acrossOf, blockWays, downOf, noWays, spreadOf, WAY_BLOCKS } from './block-ways.ts';
import { goAtOnce } from './blocks-at-once.ts';
import { ComparedPairs } from './compared-pairs.ts';
import type { Transition } from './gradual.ts';
import { mayBeBetween, mixture, type WipeKind } from './mixtures.ts';
import { alwaysGoesOn, replaced } from './replaced.ts';
import { shapedEnds } from './shaped-ends.ts';
import {
  GRADUAL_JUMP,
  GRADUAL_LEAP,
  GRADUAL_PLAIN,
  REPLACED_STRUCTURE,
  REPLACED_SURE,
  REPLACED_UNLIKE,
  SHAPED_BESIDE,
  SHAPED_BESIDE_ONE,
  SHAPED_IN_ORDER,
  SHAPED_LINEAR,
  SHAPED_MOST,
  SHAPED_OF_MIXED,
  SHAPED_ORDER,
  SHAPED_PLAIN_WAY,
  SHAPED_ROUND,
  SHAPED_SPREAD,
  SHAPED_STRUCTURE,
  SHAPED_WAY,
} from './thresholds.ts';

const { abs, hypot, max, min, round } = Math;

/** All of the picture is asked to be another one. */
const AS_MIXTURE = {
  mixture: true,
  faded: false,
  sure: false,
  inOrder: true,
  confidence: REPLACED_SURE,
};
const half = noWays();
const early = noWays();
const late = noWays();
const unlike = noDifference();

interface Found {
  readonly kind: WipeKind;
  readonly from: number;
  readonly to: number;
  readonly beside: number;
  readonly score: number;
}

/**
 * Finds wipes whose edge is soft, or no straight line: each block goes from the old picture to the
 * new one, but they do so one after the other.
 */
export class ShapedWipeDetector {
  readonly transitions: Transition[] = [];
  readonly #history: History;
  readonly #pairs: ComparedPairs;
  #best: Found | undefined;
  #settledTo = 0;

  constructor(history: History, frameRate: number) {
    this.#history = history;
    this.#pairs = new ComparedPairs(frameRate);
  }

  push(): void {
    const now = this.#history.count - 1;
    // A pair that ends a frame later tells the same, and each look costs a picture's blocks.
    if (now % 2 === 0) this.#pairs.each(now, (start, end) => this.#look(start, end));
    const best = this.#best;
    if (best && now > best.to + 1.3 * (best.to - best.from)) this.#settle();
  }

  finish(): void {
    this.#settle();
  }

  #look(start: number, end: number): void {
    const history = this.#history;
    if (start < history.first) return;
    const middle = start + ((end - start) >> 1);
    const [a, b] = [history.grey(start), history.grey(end)];
    if (!mayBeBetween(a, b, history.grey(middle))) return;
    blockWays(a, b, history.grey(middle), history.area, half);
    if (half.telling < SHAPED_MOST || half.beside > SHAPED_BESIDE_ONE) return;
    if (spreadOf(half) < SHAPED_SPREAD) return;
    const mixed = mixture(a, b, history.grey(middle)).beside;
    if (half.beside > SHAPED_OF_MIXED * mixed) return;
    const quarter = (end - start) / 4;
    blockWays(a, b, history.grey(start + round(quarter)), history.area, early);
    blockWays(a, b, history.grey(start + round(3 * quarter)), history.area, late);
    const beside = (half.beside + early.beside + late.beside) / 3;
    if (beside > SHAPED_BESIDE || max(early.beside, late.beside) > SHAPED_BESIDE_ONE) return;
    if (!inOrder()) return;
    const best = this.#best;
    if (best && start > best.to) this.#settle();
    const score = (1 - beside) * meanChange(a, b);
    if (this.#best && this.#best.score >= score) return;
    const kind = direction();
    if (kind === undefined) return;
    if (!this.#replaces(start, end)) return;
    this.#best = { kind, from: start, to: end, beside, score };
  }

  /** Whether the two pictures are of two shots, and no cut or camera between them. */
  #replaces(start: number, end: number): boolean {
    const history = this.#history;
    const way = meanChange(history.grey(start), history.grey(end));
    const spreads = [history.spread(start), history.spread(end)];
    const { overall, structure } = history.difference(start, end, unlike);
    // What is unlike a plain picture is so beyond all measure: no step comes near to half of that.
    const isPlain = min(...spreads) < GRADUAL_PLAIN;
    for (let frame = start + 1; frame <= end; frame++) {
      const step = history.unlike(frame).overall;
      const leaps = step > GRADUAL_JUMP && history.change(frame) > GRADUAL_LEAP * way;
      if (leaps && (isPlain || step > 0.5 * overall)) return false;
    }
    // Pictures of one colour each have no structure to lose.
    if (max(...spreads) < GRADUAL_PLAIN) return way >= SHAPED_PLAIN_WAY;
    if (overall < REPLACED_UNLIKE || structure < REPLACED_STRUCTURE) return false;
    return replaced(history, start, end, AS_MIXTURE) && !goAtOnce(history, start, end);
  }

  /** Whether two pictures are near enough to be views of one place: a hand has turned the camera. */
  #isTurnedView(start: number, end: number): boolean {
    const history = this.#history;
    return (
      history.difference(start, end, unlike).structure < SHAPED_STRUCTURE &&
      meanChange(history.grey(start), history.grey(end)) < SHAPED_WAY
    );
  }

  #settle(): void {
    const best = this.#best;
    this.#best = undefined;
    if (!best) return;
    const history = this.#history;
    if (alwaysGoesOn(history, best.from, best.to) || this.#isTurnedView(best.from, best.to)) return;
    const { from, to } = shapedEnds(history, best.from, best.to, this.#settledTo);
    if (from < this.#settledTo || to - from < 4) return;
    this.#settledTo = to;
    this.transitions.push({
      kind: best.kind,
      faded: false,
      start: history.seconds(from),
      end: history.seconds(to),
      confidence: round((1 - best.beside) * 100) / 100,
    });
  }
}

/** Whether nearly all blocks go from the old picture to the new one and never back. */
function inOrder(): boolean {
  let [kept, weight] = [0, 0];
  for (let block = 0; block < WAY_BLOCKS; block++) {
    const w = num(half.weights, block);
    const [a, b, c] = [num(early.shares, block), num(half.shares, block), num(late.shares, block)];
    weight += w;
    const within = min(a, b, c) > -SHAPED_ORDER && max(a, b, c) < 1 + SHAPED_ORDER;
    if (within && b >= a - SHAPED_ORDER && c >= b - SHAPED_ORDER) kept += w;
  }
  return kept >= SHAPED_IN_ORDER * weight;
}

/** Share of the variance of the blocks' times that their place explains, and which way it is. */
function fitted(place: (block: number) => number): { explains: number; slope: number } {
  let [n, mt, mp, tt, pp, pt] = [0, 0, 0, 0, 0, 0];
  for (let block = 0; block < WAY_BLOCKS; block++) {
    if (num(half.weights, block) === 0) continue;
    const p = place(block);
    const t =
      1 - (num(early.shares, block) + num(half.shares, block) + num(late.shares, block)) / 3;
    n++;
    mt += t;
    mp += p;
    tt += t * t;
    pp += p * p;
    pt += p * t;
  }
  const both = pt - (mp * mt) / n;
  const places = pp - (mp * mp) / n;
  const times = tt - (mt * mt) / n;
  if (places <= 0 || times <= 0) return { explains: 0, slope: 0 };
  return { explains: both ** 2 / (places * times), slope: both / places };
}

/** How far a block is from the middle of the picture: across, down, and both. */
const FROM_MIDDLE: readonly ((block: number) => number)[] = [
  (block) => abs(acrossOf(block)),
  (block) => abs(downOf(block)),
  (block) => hypot(acrossOf(block), downOf(block)),
];

/**
 * The way the new picture comes; undefined where the blocks go over neither from one side to the
 * other nor from the middle to the borders or back.
 */
function direction(): WipeKind | undefined {
  const across = fitted(acrossOf);
  const down = fitted(downOf);
  if (across.explains + down.explains >= SHAPED_LINEAR) {
    if (across.explains >= down.explains) return across.slope > 0 ? 'right' : 'left';
    return down.slope > 0 ? 'down' : 'up';
  }
  let [most, kind]: [number, WipeKind | undefined] = [SHAPED_ROUND, undefined];
  for (const place of FROM_MIDDLE) {
    const { explains, slope } = fitted(place);
    if (explains < most) continue;
    most = explains;
    kind = slope > 0 ? 'out' : 'in';
  }
  return kind;
}
