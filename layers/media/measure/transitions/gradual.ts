import { noDifference } from '../pictures/difference.ts';
import { BLACK_MEAN, meanChange } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import { ComparedPairs } from './compared-pairs.ts';
import type { Story } from './edges-of.ts';
import { endsOf } from './ends-of.ts';
import { besideFadedDetail, fadedDetail, fadedSpan, isToldByDetail } from './faded-detail.ts';
import { fadesInPart } from './faded-quarters.ts';
import {
  BROAD_CELLS,
  broaden,
  isNoSweep,
  type Mixture,
  mayBeBetween,
  mixture,
  type Sweep,
  sweep,
  type WipeDirection,
  type WipeKind,
} from './mixtures.ts';
import { alwaysGoesOn, replaced } from './replaced.ts';
import {
  DETAIL_BESIDE,
  DETAIL_BESIDE_STRAIGHT,
  GRADUAL_BESIDE,
  GRADUAL_BESIDE_STEEP,
  GRADUAL_BESIDE_UNEVEN,
  GRADUAL_CLEAR,
  GRADUAL_JUMP,
  GRADUAL_LEAP,
  GRADUAL_LOOSE,
  GRADUAL_OFF,
  GRADUAL_ONE_VIEW,
  GRADUAL_PLAIN,
  GRADUAL_TIGHT,
  GRADUAL_UNEVEN,
  REPLACED_STRAIGHT,
  REPLACED_STRUCTURE,
  REPLACED_STRUCTURE_SURE,
  REPLACED_UNLIKE,
  REPLACED_UNLIKE_STRAIGHT,
  REPLACED_UNLIKE_SURE,
} from './thresholds.ts';

const { abs, max, min, round } = Math;

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

/** The middle says most, so it is asked first. */
const QUARTERS = [2, 1, 3];

interface Fit extends Story {
  /** 0 on the way exactly, 1 as far from it as the pictures are from each other. */
  beside: number;
}

const broadA = new Uint8Array(BROAD_CELLS);
const broadB = new Uint8Array(BROAD_CELLS);
const broadF = new Uint8Array(BROAD_CELLS);

/** Finds dissolves and wipes as pictures that lie on the way between the two at their ends. */
export class GradualDetector {
  readonly transitions: Transition[] = [];
  readonly #history: History;
  readonly #pairs: ComparedPairs;
  readonly #unlike = noDifference();
  #best:
    | (Omit<Fit, 'beside'> & { from: number; to: number; confidence: number; score: number })
    | undefined;
  #settledTo = 0;

  constructor(history: History, frameRate: number) {
    this.#history = history;
    this.#pairs = new ComparedPairs(frameRate);
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
    const fit = this.#onTheWay(start, end) ?? this.#faded(start, end);
    if (!fit) return;
    const apart = meanChange(history.grey(start), history.grey(end));
    const score = (1 - fit.beside) * min(1.2, this.#unlike.overall) * apart ** 0.5;
    const best = this.#best;
    if (best && start > best.to) this.#settle();
    if (this.#best && this.#best.score >= score) return;
    const { kind, faded, beside } = fit;
    const confidence = 1 - beside;
    const sure = kind === 'dissolve' && this.#isSure(start, end, confidence);
    const by = { mixture: kind === 'dissolve', faded, sure, confidence };
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
    const fit = this.#fit(start, end);
    if (!fit || fit.beside > GRADUAL_LOOSE) return undefined;
    const straight = fit.kind === 'dissolve' && 1 - fit.beside >= REPLACED_STRAIGHT;
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

  /**
   * The detail of the frames between fades as that of a mixture does, and their broad light and
   * dark go from the one picture to the other.
   */
  #faded(start: number, end: number): Fit | undefined {
    const history = this.#history;
    const beside = fadedDetail(history, start, end);
    if (beside === undefined) return undefined;
    // The nearer the detail is to a mixture's, the more may move besides.
    const nearer = DETAIL_BESIDE - beside;
    const most = GRADUAL_BESIDE + (nearer < 0 ? GRADUAL_BESIDE_STEEP * nearer : nearer);
    if (this.#apartness(start, end, REPLACED_UNLIKE_STRAIGHT) === undefined) return undefined;
    if (this.#besideBroadly(start, end) <= most) return { kind: 'dissolve', beside, faded: true };
    if (nearer < 0) return undefined;
    // Nothing else comes as near to a mixture's as the detail of a dissolve between its own ends.
    const span = fadedSpan(history, { from: start, to: end, longest: this.#pairs.longest });
    return span && { kind: 'dissolve', beside: span.beside, faded: true };
  }

  /**
   * How far beside the way the broad light and dark lie at most, of the frames between; 1 where they
   * are too early or too late on it.
   */
  #besideBroadly(start: number, end: number): number {
    const history = this.#history;
    broaden(history.grey(start), broadA);
    broaden(history.grey(end), broadB);
    let most = 0;
    for (const quarter of QUARTERS) {
      const frame = start + round((quarter * (end - start)) / 4);
      const mix = mixture(broadA, broadB, broaden(history.grey(frame), broadF));
      if (!(abs(mix.share - quarter / 4) <= GRADUAL_OFF)) return 1;
      most = max(most, mix.beside);
    }
    return most;
  }

  /**
   * Whether a busy thing may have come into one view, or left it: the pictures are not quite unlike,
   * one has most of the detail, and what is between is not on the way.
   */
  #mayBeOneView(start: number, end: number): boolean {
    const history = this.#history;
    const [a, b] = [history.energy(start), history.energy(end)];
    return (
      min(a, b) < GRADUAL_UNEVEN * max(a, b) &&
      history.difference(start, end, this.#unlike).overall < GRADUAL_ONE_VIEW &&
      this.#besideBroadly(start, end) > GRADUAL_BESIDE_UNEVEN
    );
  }

  /** How unlike two pictures are; undefined where they are of one shot, or black, or a cut between. */
  #apartness(
    start: number,
    end: number,
    least: number,
    structure = REPLACED_STRUCTURE,
  ): number | undefined {
    const history = this.#history;
    // Out of black and into it, that is a fade.
    if (this.#black(start) || this.#black(end)) return undefined;
    if (history.correlation(start, end) > 1 - structure) return undefined;
    const apartness = history.difference(start, end, this.#unlike).overall;
    if (apartness < least || this.#jumps(start, end, apartness)) return undefined;
    return apartness;
  }

  #black(frame: number): boolean {
    return this.#history.spread(frame) < GRADUAL_PLAIN && this.#history.mean(frame) < BLACK_MEAN;
  }

  /** The better of the two stories, judged at half time, a quarter and three quarters. */
  #fit(start: number, end: number): Fit | undefined {
    const length = end - start;
    let mixed = 0;
    let split = 0;
    let direction: WipeDirection | undefined;
    let blend = true;
    let swept = true;
    for (const quarter of QUARTERS) {
      const frame = start + round((quarter * length) / 4);
      const expected = quarter / 4;
      // What lies further off than that is no mixture, and how far is not asked.
      const mix = this.#asMixture(start, end, frame, (share) =>
        abs(share - expected) > GRADUAL_OFF ? GRADUAL_CLEAR : GRADUAL_BESIDE,
      );
      mixed += mix.beside / 3;
      if (abs(mix.share - expected) > GRADUAL_OFF || mix.beside > GRADUAL_BESIDE) blend = false;
      if (swept) {
        const sweep =
          mix.beside < GRADUAL_CLEAR || this.#isNoSweep(start, end, frame)
            ? undefined
            : this.#asSweep(start, end, frame);
        swept =
          sweep !== undefined &&
          sweep.beside <= GRADUAL_BESIDE &&
          abs(sweep.share - expected) <= GRADUAL_OFF &&
          (direction === undefined || direction === sweep.direction);
        direction = sweep?.direction;
        split += (sweep?.beside ?? 1) / 3;
      }
      if (!blend && !swept) return undefined;
    }
    if (swept && direction && (!blend || split < mixed * 0.8)) {
      return { kind: direction, beside: split, faded: false };
    }
    return blend ? { kind: 'dissolve', beside: mixed, faded: false } : undefined;
  }

  #asMixture(
    start: number,
    end: number,
    frame: number,
    enough?: (share: number) => number,
  ): Mixture {
    const history = this.#history;
    return mixture(history.grey(start), history.grey(end), history.grey(frame), enough);
  }

  #isNoSweep(start: number, end: number, frame: number): boolean {
    const history = this.#history;
    return isNoSweep(history.grey(start), history.grey(end), history.grey(frame), GRADUAL_BESIDE);
  }

  #asSweep(start: number, end: number, frame: number): Sweep | undefined {
    const history = this.#history;
    return sweep(history.grey(start), history.grey(end), history.grey(frame), history.area);
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
    const { from, to, beside } = endsOf(history, best, this.#pairs.longest);
    if (from < this.#settledTo || to - from < 4) return;
    const first = max(history.first, from - 1);
    const faded = beside <= DETAIL_BESIDE;
    const confidence = max(best.confidence, faded ? 1 - beside : 0);
    const mixed = kind === 'dissolve';
    const sure = mixed && this.#isSure(first, to, best.confidence);
    const by = { mixture: mixed, faded, sure, confidence: best.confidence };
    if (!replaced(history, first, to, by)) return;
    if (mixed && !isToldByDetail(history, first, to, beside)) {
      if (alwaysGoesOn(history, first, to) || this.#mayBeOneView(first, to)) return;
      if (fadesInPart(history, first, to)) return;
    }
    this.#settledTo = to;
    this.transitions.push({
      kind,
      faded,
      start: history.seconds(from),
      end: history.seconds(to),
      confidence: round(confidence * 100) / 100,
    });
  }
}
