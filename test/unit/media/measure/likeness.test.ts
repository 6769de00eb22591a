import fc from 'fast-check';
import { likeness, termsOf } from '../../../../layers/media/measure/overlays/likeness.ts';
import { MODEL } from '../../../../layers/media/measure/overlays/likeness-model.ts';
import type { Traits } from '../../../../layers/media/measure/overlays/traits.ts';

const names = Object.keys(MODEL.usual) as (keyof Traits)[];

/** Traits that lie so many spreads from their means. */
const traitsAt = (spreads: readonly number[]): Traits =>
  Object.fromEntries(
    names.map((name, i) => {
      const [mean, spread] = MODEL.usual[name];
      return [name, mean + spread * (spreads[i] ?? 0)];
    }),
  ) as unknown as Traits;

const anywhere = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), {
  minLength: names.length,
  maxLength: names.length,
});

test('the model has a weight for each trait, each product of two and the rest', () => {
  expect(MODEL.weights).toHaveLength(termsOf(traitsAt([]), MODEL.usual).length);
});

test('whatever is measured, the likeness is between 0 and 1', () => {
  fc.assert(
    fc.property(anywhere, (spreads) => {
      const likely = likeness(traitsAt(spreads));
      return likely >= 0 && likely <= 1;
    }),
  );
});

test('a trait beyond all that the model was fitted on counts no more than one at the border', () => {
  fc.assert(
    fc.property(anywhere, (spreads) => {
      const atBorder = spreads.map((spread) => Math.max(-3.001, Math.min(3.001, spread)));
      expect(likeness(traitsAt(spreads))).toBe(likeness(traitsAt(atBorder)));
    }),
  );
});
