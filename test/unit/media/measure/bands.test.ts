import { isBand } from '../../../../layers/media/measure/overlays/bands.ts';

const ACROSS = [0, 0.73, 1, 0.88] as const satisfies Region;
const LAID = { boxed: 1, borne: 0.99, undone: 1, sideCame: 0.17, sideWent: 0.17 };

type Region = readonly [number, number, number, number];

const band = (region: Region, life: typeof LAID) => isBand([...region], life);

test('a band right across the view that comes and goes with its borders is one', () => {
  expect(band(ACROSS, LAID)).toBe(true);
});

test.each([
  ['a box', [0, 0.73, 0.9, 0.88]],
  ['a bar along the lower edge', [0, 0.85, 1, 1]],
  ['a bar along the upper edge', [0, 0, 1, 0.12]],
] as const)('%s is no band', (_, region) => {
  expect(band(region, LAID)).toBe(false);
});

test.each([
  ['came without a border', { sideCame: 0 }],
  ['went and left its border', { sideWent: -0.2 }],
  ['went as another thing than it came', { undone: 0.3 }],
  ['is borne out in part', { borne: 0.7 }],
  ['is borne out by no box', { boxed: 0 }],
])('what %s is no band', (_, odd) => {
  expect(band(ACROSS, { ...LAID, ...odd })).toBe(false);
});
