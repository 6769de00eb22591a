import { MODEL } from './likeness-model.ts';
import { LIKENESS_FAR, LIKENESS_MOST_ODDS, LIKENESS_TREES } from './thresholds.ts';
import type { Traits, Usual } from './traits.ts';
import { sumOfTrees } from './trees.ts';
import type { Life } from './whole-life.ts';
import { WHOLE_MODEL } from './whole-model.ts';

const { max, min, round } = Math;

/**
 * What the model weighs: 1, each trait in spreads from its mean, and the products of any two of
 * them.
 */
export function termsOf(
  traits: Traits,
  usual: Usual,
  names = Object.keys(usual) as (keyof Traits)[],
  terms = new Float64Array(1 + names.length + (names.length * (names.length + 1)) / 2),
): Float64Array {
  const n = names.length;
  terms[0] = 1;
  names.forEach((name, i) => {
    const [mean, spread] = usual[name];
    terms[1 + i] = max(-LIKENESS_FAR, min(LIKENESS_FAR, (traits[name] - mean) / spread));
  });
  let next = 1 + n;
  for (let i = 1; i <= n; i++) {
    for (let j = i; j <= n; j++) terms[next++] = (terms[i] as number) * (terms[j] as number);
  }
  return terms;
}

const WEIGHTS = Float64Array.from(MODEL.weights);
const NAMES = Object.keys(MODEL.usual) as (keyof Traits)[];
const terms = new Float64Array(WEIGHTS.length);

/** Logarithm of the odds that a change is something laid over the picture: logistic regression. */
export function oddsOf(traits: Traits): number {
  let sum = 0;
  termsOf(traits, MODEL.usual, NAMES, terms);
  for (let i = 0; i < terms.length; i++) sum += (terms[i] as number) * (WEIGHTS[i] as number);
  return sum;
}

/** All that is known of a change once it is over. */
export interface Whole {
  readonly traits: Traits;
  readonly life: Life;
  /** True where it was told by its colours. */
  readonly coloured: boolean;
}

const bounded = (odds: number): number => max(-LIKENESS_MOST_ODDS, min(LIKENESS_MOST_ODDS, odds));

/**
 * What the trees are asked about: the odds of the regression, the traits, the whole life, and what
 * a look of the other kind at the same thing found.
 */
export function wholeOf({ traits, life, coloured }: Whole, other: Whole | undefined): Float64Array {
  const odds = bounded(oddsOf(traits));
  const { borne, boxed, kept, ringKept, fell, ringFell, back } = life;
  const { edgeCame, edgeWent, sideCame, sideWent, finerCame, finerWent } = life;
  const { colourCame, colourRing, colourWent, area, calm, ringCalm, undone, vivid } = life;
  const { quiet, cameAll, wentAll } = life;
  const ends = [
    ...[borne, boxed, kept, ringKept, fell, ringFell, back],
    ...[edgeCame, edgeWent, sideCame, sideWent, finerCame, finerWent],
    ...[colourCame, colourRing, colourWent, area],
    ...[calm, ringCalm, undone, vivid, quiet, cameAll, wentAll],
  ];
  const seenTwice = other
    ? [bounded(oddsOf(other.traits)), other.life.undone, other.life.calm, other.traits.gave]
    : SEEN_ONCE;
  const own = [odds, ...NAMES.map((name) => traits[name]), ...ends, coloured ? 1 : 0];
  return Float64Array.from([...own, ...seenTwice]);
}

/** What stands for a look of the other kind where there is none. */
const SEEN_ONCE = [-9, -2, 5, 3];

const likelihood = (odds: number): number => round(100 / (1 + Math.exp(-odds))) / 100;

/** How much a change that has just come is like something laid over the picture, 0 to 1. */
export const likeness = (traits: Traits): number => likelihood(oddsOf(traits));

/**
 * The same of a change whose end was seen too, by all that is known of it. Boosted trees say it, shrunk towards the regression:
 * that was fitted on other pictures, and the two err in different places.
 */
export function likenessOfWhole(values: Float64Array): number {
  const [first = 0] = values;
  return likelihood(first + LIKENESS_TREES * (sumOfTrees(WHOLE_MODEL, values) - first));
}
