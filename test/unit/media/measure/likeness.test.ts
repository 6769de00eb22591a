import fc from 'fast-check';
import { dice } from '../../../../bench/detectors/random.ts';
import { fitTrees, type Row } from '../../../../bench/overlays/boosting.ts';
import {
  likeness,
  likenessOfWhole,
  termsOf,
  wholeOf,
} from '../../../../layers/media/measure/overlays/likeness.ts';
import { MODEL } from '../../../../layers/media/measure/overlays/likeness-model.ts';
import type { Traits } from '../../../../layers/media/measure/overlays/traits.ts';
import { sumOfTrees } from '../../../../layers/media/measure/overlays/trees.ts';
import { WHOLE_MODEL } from '../../../../layers/media/measure/overlays/whole-model.ts';

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

const LIFE = {
  borne: 0.5,
  boxed: 1,
  kept: 0.1,
  ringKept: 0.8,
  fell: 1,
  ringFell: 0.1,
  back: 0.5,
  edgeCame: 0.5,
  edgeWent: 0.5,
  sideCame: 0.2,
  sideWent: 0.2,
  finerCame: 0.3,
  finerWent: 0.3,
  colourCame: 5,
  colourRing: 5,
  colourWent: 5,
  area: 0.1,
  calm: 0.1,
  ringCalm: 0.2,
  undone: 0.9,
  vivid: 0,
  quiet: 0,
  cameAll: 0.5,
  wentAll: 0.5,
};

const wholeAt = (traits: Traits, life = LIFE): Float64Array =>
  wholeOf({ traits, life, coloured: false }, undefined);

test('the trees ask about values that there are, and each way leads to a leaf', () => {
  const { what, next, roots } = WHOLE_MODEL;
  const values = wholeAt(traitsAt([])).length;
  expect(roots.length).toBeGreaterThan(0);
  expect(what.every((asked) => asked >= -1 && asked < values)).toBe(true);
  // A way only goes on, so it ends.
  expect(what.every((asked, node) => asked < 0 || (next[node] as number) > node)).toBe(true);
});

test('whatever is measured of the whole of a change, the likeness is between 0 and 1', () => {
  fc.assert(
    fc.property(anywhere, (spreads) => {
      const likely = likenessOfWhole(wholeAt(traitsAt(spreads)));
      return likely >= 0 && likely <= 1;
    }),
  );
});

test('what keeps to its greys while its surroundings change is likelier than what does neither', () => {
  const written = { ...LIFE, borne: 0.9, kept: 0.05, ringKept: 0.9, ringFell: 0.02 };
  const passing = {
    ...LIFE,
    borne: 0,
    boxed: 0,
    kept: 0.9,
    ringKept: 0.9,
    ringFell: 0.9,
    edgeCame: 0,
    edgeWent: 0,
    sideCame: 0,
    sideWent: 0,
    finerCame: 0,
    finerWent: 0,
  };
  const traits = { ...traitsAt([]), ended: 1, endLeap: 1, leap: 1 };
  expect(likenessOfWhole(wholeAt(traits, written))).toBeGreaterThan(
    likenessOfWhole(wholeAt(traits, passing)),
  );
});

test('trees that are fitted tell what no single value tells', () => {
  const rows: Row[] = [];
  for (let x = 0; x < 20; x++) {
    for (let y = 0; y < 20; y++) {
      const clip = `${(x + y) % 10}`;
      rows.push({ values: Float64Array.of(x, y, 7), right: x > 9 !== y > 5, clip });
    }
  }
  const rule = { trees: 120, depth: 3, rate: 0.3, least: 2, ridge: 1, share: 0.7 };
  const trees = fitTrees(rows, rule, dice(1));
  expect(rows.map(({ values }) => sumOfTrees(trees, values) > 0)).toEqual(
    rows.map(({ right }) => right),
  );
});
