import { unsettled } from '../../../../layers/app/questions/unsettled.ts';

const MATERIAL = { events: [], transcript: null } as unknown as Parameters<typeof unsettled>[0];
const TILES = Array.from({ length: 10 }, (_, n) => ({ second: 420 + n, interval: 1 }));

test.each([
  ['the beginning', [0, 420]],
  ['the end', [430, 1_100]],
] as const)('%s that could not be read is unresolved whole', (_, window) => {
  const failed = [{ window, reason: 'It could not be read.' }];
  const told = unsettled(MATERIAL, { tiles: TILES, claims: [], left: [], failed });
  expect(told.map(({ from, to }) => [from, to])).toEqual([window]);
});
