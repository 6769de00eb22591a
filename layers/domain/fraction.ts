/**
 * A positive fraction, kept as two whole numbers so that frame rates such as 30000/1001 stay exact.
 */
export type Fraction = readonly [numerator: number, denominator: number];

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

const reduce = (numerator: number, denominator: number): Fraction => {
  const divisor = gcd(numerator, denominator);
  return [numerator / divisor, denominator / divisor];
};

/** The fraction nearest to a decimal, with six decimals kept; both members stay below 2^31. */
export const fractionOf = (value: number): Fraction =>
  value >= 1000
    ? [Math.round(value), 1]
    : reduce(Math.max(1, Math.round(value * 1_000_000)), 1_000_000);

export const toNumber = ([numerator, denominator]: Fraction): number => numerator / denominator;

/** A rate as responses carry it: three decimals, and never zero. */
export function shownRate(rate: Fraction): number {
  const rounded = Math.round(toNumber(rate) * 1000) / 1000;
  return rounded > 0 ? rounded : Number(toNumber(rate).toPrecision(3));
}
