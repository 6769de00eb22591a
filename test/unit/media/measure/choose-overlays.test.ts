import {
  chooseOverlays,
  type Found,
} from '../../../../layers/media/measure/overlays/choose-overlays.ts';

const found = (
  [start, end]: readonly [number, number],
  region: Found['overlay']['region'],
  confidence: number,
): Found => ({ overlay: { start, end, region, confidence }, finer: 1 });

const firstWord = found([1, 4], [0.3, 0.72, 0.45, 0.81], 0.8);

test('a title has all of its words, also where some were lost from sight before it went', () => {
  const bothWords = found([1, 2], [0.3, 0.73, 0.7, 0.81], 0.7);
  expect(chooseOverlays([firstWord, bothWords], 5)).toEqual([
    { start: 1, end: 4, region: [0.3, 0.72, 0.7, 0.81], confidence: 0.8 },
  ]);
});

test('a logo that comes when a title does is one of its own', () => {
  const logo = found([1, 4.9], [0.85, 0.05, 0.95, 0.15], 0.7);
  expect(chooseOverlays([firstWord, logo], 5)).toHaveLength(2);
});

test('what comes later at the same place is not part of it', () => {
  const later = found([4.5, 5], [0.3, 0.72, 0.7, 0.81], 0.6);
  expect(chooseOverlays([firstWord, later], 5).map(({ region }) => region[2])).toEqual([0.45, 0.7]);
});

test('of unlikely things none is said', () => {
  expect(chooseOverlays([found([1, 2], [0.1, 0.1, 0.5, 0.2], 0.5)], 5)).toEqual([]);
});
