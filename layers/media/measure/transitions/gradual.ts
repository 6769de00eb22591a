import { noDifference } from '../pictures/difference.ts';
import { BLACK_MEAN, meanChange } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { ComparedPairs } from './compared-pairs.ts';
import { edgesOf, type Told } from './edges-of.ts';
import { FadedBlocks, type FadedSpan } from './faded-blocks.ts';
import { besideFadedDetail } from './faded-detail.ts';
import { type Fit, fitOf } from './fits.ts';
import { mayBeBetween, type WipeKind } from './mixtures.ts';
import { replaced } from './replaced.ts';
import {
  BLOCKS_BESIDE,
  BLOCKS_NEAR,
  BLOCKS_STEEP,
  BLOCKS_WHOLE,
  DETAIL_BESIDE_STRAIGHT,
  FADE_EMPTY_TINT,
  GRADUAL_AROUND,
  GRADUAL_EXACT,
  GRADUAL_GOES_ON,
  GRADUAL_JUMP,
  GRADUAL_LEAP,
  GRADUAL_LOOSE,
  GRADUAL_PLAIN,
  GRADUAL_RESTS,
  GRADUAL_SOFT,
  GRADUAL_TIGHT,
  REPLACED_STRAIGHT,
  REPLACED_STRUCTURE,
  REPLACED_STRUCTURE_SURE,
  REPLACED_UNLIKE,
  REPLACED_UNLIKE_STRAIGHT,
  REPLACED_UNLIKE_SURE,
} from './thresholds.ts';

const { exp, max, min, round } = Math;

/**
 * A change from one shot to the next that takes several frames; from the first mixed one to the
 * first pure one, in seconds.
 */
export interface Transition {
  kind: 'dissolve' | WipeKind;
  start: number;
  end: number;
  confidence: number;
  /** The detail faded as that of two pictures one over the other: no camera move does that. */
  faded: boolean;
}

/** Finds dissolves and wipes as pictures that lie on the way between the two at their ends. */
export class GradualDetector {
  readonly transitions: Transition[] = [];
  readonly #history: History;
  readonly #pairs: ComparedPairs;
  readonly #unlike = noDifference();
  readonly #blocks: FadedBlocks;
  #best:
    | (Omit<Fit, 'beside'> & { from: number; to: number; confidence: number; score: number })
    | undefined;
  #settledTo = 0;

  constructor(history: History, frameRate: number) {
    this.#history = history;
    this.#pairs = new ComparedPairs(frameRate);
    this.#blocks = new FadedBlocks(history);
  }

  push(): void {
    const now = this.#history.count - 1;
    this.#pairs.each(now, (start, end) => this.#look(start, end));
    const best = this.#best;
    if (best && now > best.to + 1.3 * (best.to - best.from)) this.#settle();
  }

  finish(): void {
    this.#settle();
  }

  #look(start: number, end: number): void {
    const history = this.#history;
    if (start < history.first) return;
    const fit = this.#onTheWay(start, end) ?? this.#inBlocks(start, end);
    if (!fit) return;
    const apart = meanChange(history.grey(start), history.grey(end));
    const score = (1 - fit.beside) * min(1.2, this.#unlike.overall) * apart ** 0.5;
    const best = this.#best;
    if (best && start > best.to) this.#settle();
    if (this.#best && this.#best.score >= score) return;
    const { kind, faded, beside } = fit;
    const confidence = 1 - beside;
    const sure = kind === 'dissolve' && this.#isSure(start, end, confidence);
    const mixture = kind === 'dissolve';
    const by = { mixture, faded, sure, inOrder: false, confidence };
    // What only came into the view would else stand before the change of shots beside it.
    if (!replaced(history, start, end, by)) return;
    this.#best = { kind, faded, from: start, to: end, confidence, score };
  }

  /** Straight on the way, and the detail fades as well: two views of one room, however alike. */
  #isSure(start: number, end: number, confidence: number): boolean {
    return (
      confidence >= REPLACED_STRAIGHT &&
      besideFadedDetail(this.#history, start, end) <= DETAIL_BESIDE_STRAIGHT
    );
  }

  /** The frames between are mixtures of the two at the ends, or parts of both side by side. */
  #onTheWay(start: number, end: number): Fit | undefined {
    const history = this.#history;
    const half = start + ((end - start) >> 1);
    if (!mayBeBetween(history.grey(start), history.grey(end), history.grey(half))) return undefined;
    const fit = fitOf(history, start, end);
    if (!fit || fit.beside > GRADUAL_LOOSE) return undefined;
    const mixed = fit.kind === 'dissolve';
    // Out of black and into it, that is a fade.
    if (mixed && (this.#black(start) || this.#black(end))) return undefined;
    const straight = mixed && 1 - fit.beside >= REPLACED_STRAIGHT;
    const sure = straight && this.#isSure(start, end, 1 - fit.beside);
    const least = straight ? REPLACED_UNLIKE_STRAIGHT : REPLACED_UNLIKE;
    const apartness = sure
      ? this.#apartness(start, end, REPLACED_UNLIKE_SURE, REPLACED_STRUCTURE_SURE)
      : this.#apartness(start, end, least);
    if (apartness === undefined) return undefined;
    // Pictures of one moving shot can lie on each other's way, but not that straight.
    const most = GRADUAL_TIGHT + (GRADUAL_LOOSE - GRADUAL_TIGHT) * min(1, apartness);
    return fit.beside > most ? undefined : fit;
  }

  /** Shots live on while one fades into the other, so that no frame is on the way: detail tells it. */
  #inBlocks(start: number, end: number): Fit | undefined {
    if (this.#black(start) || this.#black(end)) return undefined;
    if (besideFadedDetail(this.#history, start, end) > BLOCKS_WHOLE) return undefined;
    if (this.#blocks.beside(start, end) > BLOCKS_BESIDE) return undefined;
    if (this.#apartness(start, end, REPLACED_UNLIKE_STRAIGHT) === undefined) return undefined;
    if (this.#blocks.sure(start, end) < BLOCKS_NEAR) return undefined;
    const span = this.#blocks.span(start, end, this.#pairs.longest);
    if (!span || span.sure <= 0) return undefined;
    return { kind: 'dissolve', beside: 1 - confidenceOf(span), faded: true };
  }

  /** How unlike two pictures are; undefined where they are of one shot, or a cut between. */
  #apartness(
    start: number,
    end: number,
    least: number,
    structure = REPLACED_STRUCTURE,
  ): number | undefined {
    const history = this.#history;
    if (history.correlation(start, end) > 1 - structure) return undefined;
    const apartness = history.difference(start, end, this.#unlike).overall;
    if (apartness < least || this.#jumps(start, end, apartness)) return undefined;
    return apartness;
  }

  /** A colour may be as dark: of navy blue the grey is 15. */
  #black(frame: number): boolean {
    const history = this.#history;
    return (
      history.spread(frame) < GRADUAL_PLAIN &&
      history.mean(frame) < BLACK_MEAN &&
      history.tint(frame) < FADE_EMPTY_TINT
    );
  }

  /**
   * True when one frame goes a good part of the way alone. Out of a plain picture the first frame is
   * quite another one, however little it changes, so how far it goes in grey levels is asked too.
   */
  #jumps(start: number, end: number, apart: number): boolean {
    const history = this.#history;
    for (let frame = start + 1; frame <= end; frame++) {
      const step = history.unlike(frame).overall;
      if (step <= GRADUAL_JUMP || step <= 0.5 * apart) continue;
      const way = meanChange(history.grey(start), history.grey(end));
      if (history.change(frame) > GRADUAL_LEAP * way) return true;
    }
    return false;
  }

  #settle(): void {
    const best = this.#best;
    this.#best = undefined;
    if (!best) return;
    const history = this.#history;
    const { kind } = best;
    const mixed = kind === 'dissolve';
    const span = mixed ? this.#blocks.span(best.from, best.to, this.#pairs.longest) : undefined;
    const told = span && span.sure > 0 ? span : undefined;
    if (mixed && !told && best.confidence < REPLACED_STRAIGHT) return;
    const { from, to } = this.#ends(best, told);
    if (from < this.#settledTo || to - from < 4) return;
    if (!told && (mixed || this.#isSoft(from, to)) && this.#goesOn(from, to)) return;
    const first = max(history.first, from - 1);
    const confidence = max(best.confidence, told ? confidenceOf(told) : 0);
    const faded = told !== undefined;
    const sure = mixed && this.#isSure(first, to, best.confidence);
    const by = { mixture: mixed, faded, sure, inOrder: false, confidence: best.confidence };
    if (!replaced(history, first, to, by)) return;
    this.#settledTo = to;
    this.transitions.push({
      kind,
      faded,
      start: history.seconds(from),
      end: history.seconds(to),
      confidence: round(confidence * 100) / 100,
    });
  }

  /**
   * Whether the picture changes as fast before and after it: flat pictures that dissolve are at rest
   * there, and colours that drift for ever pass through mixtures of what they were and will be, and
   * sweep over the picture.
   */
  #goesOn(from: number, to: number): boolean {
    const least = GRADUAL_GOES_ON * this.#pace(from, to);
    const { first, count } = this.#history;
    const before = this.#pace(max(first, from - GRADUAL_AROUND), from - 1);
    const after = this.#pace(to, min(count - 1, to + GRADUAL_AROUND));
    return before > least && after > least;
  }

  /** Whether nothing moves before it and after it: the shares of the frames between are exact then. */
  #rests({ from, to }: { readonly from: number; readonly to: number }): boolean {
    const { first, count } = this.#history;
    const before = this.#pace(max(first, from - GRADUAL_AROUND), from - 1);
    return max(before, this.#pace(to, min(count - 1, to + GRADUAL_AROUND))) < GRADUAL_RESTS;
  }

  /** Whether one of its ends has hardly any detail, whose edges a wipe would be told by. */
  #isSoft(from: number, to: number): boolean {
    const history = this.#history;
    return min(history.energy(max(history.first, from - 1)), history.energy(to)) < GRADUAL_SOFT;
  }

  /** Median change from frame to frame, in grey levels; 0 where there is none. */
  #pace(from: number, to: number): number {
    const changes: number[] = [];
    for (let frame = from + 1; frame <= to; frame++) changes.push(this.#history.change(frame));
    return changes.sort((a, b) => a - b)[changes.length >> 1] ?? 0;
  }

  /** The edges by what lies on the way, or the span that the detail tells, whichever is the surer. */
  #ends(
    best: Told & { readonly confidence: number },
    told: FadedSpan | undefined,
  ): { from: number; to: number } {
    const edges = edgesOf(this.#history, best);
    if (!told || (best.confidence >= GRADUAL_EXACT && this.#rests(edges))) return edges;
    const start = max(this.#history.first, edges.from - 1);
    return this.#blocks.sure(start, edges.to) < told.sure
      ? { from: told.start + 1, to: told.end }
      : edges;
  }
}

const confidenceOf = ({ sure }: FadedSpan): number => 1 / (1 + exp(-BLOCKS_STEEP * sure));
