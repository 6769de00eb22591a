import type { Traits } from './traits.ts';

const { round } = Math;

type Weights = Partial<Record<keyof Traits, number>> & { bias: number };

/** Logistic regression over what came at once in the drawn clips that constants are set on. */
const SUDDEN: Weights = {
  bias: -13.2,
  beside: -1.65,
  stir: -3.07,
  step: 0.332,
  filled: 1.0,
  n: 1.32,
  wide: 0.287,
  finer: 0.904,
  drawn: 1.19,
  old: 0.0508,
  swapped: -0.374,
  ringNow: -0.827,
  ringNear: -1.34,
  rests: 0.293,
  inAfter: -0.546,
  inBefore: -0.367,
  ringBefore: -0.212,
  speed: -2.21,
  elsewhere: 1.32,
  leap: 2.0,
  edge: -0.937,
  ended: 0.943,
  endLeap: 1.59,
  gave: -0.488,
  endRing: -0.677,
  dur: 0.171,
};

/** The same over what came little by little. */
const SLOW: Weights = {
  bias: -8.3,
  together: -1.19,
  beside: -4.67,
  midway: 0.835,
  ramp: -0.484,
  stir: -3.59,
  step: 0.533,
  filled: 0.565,
  n: 1.13,
  wide: 0.328,
  finer: 1.09,
  drawn: 2.17,
  old: -0.405,
  swapped: -0.402,
  ringNow: -0.304,
  ringNear: -0.356,
  rests: 0.111,
  inAfter: -0.781,
  inBefore: -0.683,
  ringBefore: -0.341,
  speed: -4.84,
  elsewhere: -0.442,
  leap: -3.14,
  edge: -1.06,
  ended: 0.869,
  endLeap: 0.369,
  gave: -0.694,
  endRing: -0.566,
  dur: -0.00109,
};

/** Part of the way in one frame from which a thing comes at once. */
const AT_ONCE = 0.7;

/** What is at least this large, in cells, and comes at once where all around it rests, needs no end to be believed. */
const LARGE = 150;
const CLEAR_LIKENESS = 0.6;
const CLEARLY = 0.95;
const STILL = 0.05;
const KEPT = -0.1;

const isClear = (traits: Traits): boolean =>
  Math.min(traits.together, traits.leap) >= CLEARLY &&
  Math.max(traits.beside, traits.stir, traits.ringNow, traits.ringNear) <= STILL &&
  traits.n >= Math.log(LARGE) &&
  traits.finer >= KEPT;

/** How much a change is like something laid over the picture, 0 to 1. */
export function likeness(traits: Traits, sudden: boolean): number {
  const weights = sudden || traits.leap >= AT_ONCE ? SUDDEN : SLOW;
  let sum = weights.bias;
  for (const name of Object.keys(traits) as (keyof Traits)[]) {
    sum += (weights[name] ?? 0) * traits[name];
  }
  const likely = 1 / (1 + Math.exp(-sum));
  return round(100 * (isClear(traits) ? Math.max(likely, CLEAR_LIKENESS) : likely)) / 100;
}
