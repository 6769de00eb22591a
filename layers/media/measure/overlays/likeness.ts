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
export function termsOf(traits: Traits, usual: Usual): Float64Array {
  const names = Object.keys(usual) as (keyof Traits)[];
  const n = names.length;
  const terms = new Float64Array(1 + n + (n * (n + 1)) / 2);
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

/** Logarithm of the odds that a change is something laid over the picture: logistic regression. */
function oddsOf(traits: Traits): number {
  let sum = 0;
  const terms = termsOf(traits, MODEL.usual);
  for (let i = 0; i < terms.length; i++) sum += (terms[i] as number) * (WEIGHTS[i] as number);
  return sum;
}

/** What the trees are asked about: the odds of the regression, the traits, and the whole life. */
export function wholeOf(traits: Traits, life: Life): Float64Array {
  const odds = max(-LIKENESS_MOST_ODDS, min(LIKENESS_MOST_ODDS, oddsOf(traits)));
  const names = Object.keys(MODEL.usual) as (keyof Traits)[];
  const { borne, boxed, kept, ringKept, fell, ringFell, back } = life;
  const { edgeCame, edgeWent, sideCame, sideWent, finerCame, finerWent } = life;
  const { colourCame, colourRing, colourWent, area, calm, ringCalm, undone, vivid } = life;
  const ends = [
    ...[borne, boxed, kept, ringKept, fell, ringFell, back],
    ...[edgeCame, edgeWent, sideCame, sideWent, finerCame, finerWent],
    ...[colourCame, colourRing, colourWent, area],
    ...[calm, ringCalm, undone, vivid],
  ];
  return Float64Array.from([odds, ...names.map((name) => traits[name]), ...ends]);
}

const likelihood = (odds: number): number => round(100 / (1 + Math.exp(-odds))) / 100;

/** How much a change that has just come is like something laid over the picture, 0 to 1. */
export const likeness = (traits: Traits): number => likelihood(oddsOf(traits));

/**
 * The same of a change whose end was seen too. Boosted trees say it, shrunk towards the regression:
 * that was fitted on other pictures, and the two err in different places.
 */
export function likenessOfWhole(traits: Traits, life: Life): number {
  const whole = wholeOf(traits, life);
  const [first = 0] = whole;
  return likelihood(first + LIKENESS_TREES * (sumOfTrees(WHOLE_MODEL, whole) - first));
}
