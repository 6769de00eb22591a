import { unsettled } from '../../../../layers/app/questions/unsettled.ts';
import { joinUnresolved } from '../../../../layers/domain/questions/join-unresolved.ts';

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

test('of more stretches than an answer tells neighbours are joined, and none is left out', () => {
  const short = Array.from({ length: 900 }, (_, n) => ({
    from: n * 8,
    to: n * 8 + 7,
    reason: 'A short event.',
    region: null,
  }));
  const failed = { from: 6_300, to: 6_720, reason: 'It could not be read.', region: null };
  const told = joinUnresolved([...short, failed]);
  expect(told).toHaveLength(500);
  expect(told).toContainEqual(failed);
  const events = told.filter(({ reason }) => reason === 'A short event.');
  const isTold = ({ from, to }: (typeof short)[number]) =>
    events.some((one) => one.from <= from && one.to >= to);
  expect(short.every(isTold)).toBe(true);
  expect(Math.max(...events.map(({ from, to }) => to - from))).toBe(15);
  expect(joinUnresolved([failed, ...short.slice(0, 3)])).toHaveLength(4);
});
