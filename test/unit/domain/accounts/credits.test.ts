import fc from 'fast-check';
import {
  Hundredths,
  repeatPrice,
  toCredits,
  toHundredths,
} from '../../../../layers/domain/accounts/credits.ts';

const amount = fc.integer({ min: 0, max: 100_000_000 });
const held = (value: number): Hundredths => Hundredths.parse(value);

describe('credits', () => {
  test('held as hundredths and told again are the same credits', () => {
    fc.assert(
      fc.property(amount, (hundredths) => {
        expect(toHundredths(toCredits(held(hundredths)))).toBe(hundredths);
      }),
    );
  });

  test.each([
    [0.07, 7],
    [0.29, 29],
    [1.1, 110],
    [0.1 + 0.2, 30],
    [1.15 * 3, 345],
    [4.35, 435],
    [0, 0],
  ])(
    '%d credits are %d hundredths, without the dust of binary fractions',
    (credits, hundredths) => {
      expect(toHundredths(credits)).toBe(hundredths);
    },
  );

  test('a part of a hundredth costs a whole one', () => {
    expect(toHundredths(0.001)).toBe(1);
    expect(toHundredths(2.0501)).toBe(206);
    expect(toHundredths(0.000_001)).toBe(1);
  });

  test('a price by the second is never rounded below what it is, nor a hundredth above', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 86_400_000 }),
        fc.constantFrom(0.5, 1, 1.5, 2, 3, 4),
        (milliseconds, perMinute) => {
          // Exact in integers: hundredths = ms * rate * 100 / 60000.
          const exact = (milliseconds * perMinute * 2) / 1200;
          const price = toHundredths((milliseconds / 60_000) * perMinute);
          expect(price).toBeGreaterThanOrEqual(exact - 1e-6);
          expect(price).toBeLessThan(exact + 1);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('pricing a sum never costs more than pricing its parts', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [one, other] = [a / 1000, b / 1000];
        expect(toHundredths(one + other)).toBeLessThanOrEqual(
          toHundredths(one) + toHundredths(other),
        );
      }),
    );
  });
});

describe('a repeat', () => {
  test('costs a fifth, rounded up to the hundredth', () => {
    expect(repeatPrice(held(100))).toBe(20);
    expect(repeatPrice(held(101))).toBe(21);
    expect(repeatPrice(held(1))).toBe(1);
    expect(repeatPrice(held(0))).toBe(0);
  });

  test('is a whole number of hundredths, at least a fifth and less than one above it', () => {
    fc.assert(
      fc.property(amount, (full) => {
        const price = repeatPrice(held(full));
        expect(Number.isInteger(price)).toBe(true);
        expect(price * 5).toBeGreaterThanOrEqual(full);
        expect(price * 5).toBeLessThan(full + 5);
      }),
    );
  });
});
