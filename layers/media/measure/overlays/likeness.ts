import { MODEL } from './likeness-model.ts';
import { LIKENESS_FAR } from './thresholds.ts';
import type { Traits, Usual } from './traits.ts';

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

/** How much a change is like something laid over the picture, 0 to 1: a logistic regression. */
export function likeness(traits: Traits): number {
  let sum = 0;
  termsOf(traits, MODEL.usual).forEach((term, i) => {
    sum += term * (MODEL.weights[i] as number);
  });
  return round(100 / (1 + Math.exp(-sum))) / 100;
}
