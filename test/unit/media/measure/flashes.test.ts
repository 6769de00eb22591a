import { flat, landscape, measured, type Picture, seen } from './scenes.ts';

const a = landscape(1);
const white = flat(235);

const within = (x: number, y: number, [left, top, right, bottom]: readonly number[]): boolean =>
  x > (left ?? 0) && x < (right ?? 1) && y > (top ?? 0) && y < (bottom ?? 1);

/** What stays over the film is laid over its flash too. */
const MARKS: Record<string, (film: Picture) => Picture> = {
  'the dark box of a clock': (film) => (x, y) =>
    within(x, y, [0.04, 0.05, 0.34, 0.14]) ? 20 : film(x, y),
  'a bar along the edge': (film) => (x, y) => (y > 0.97 ? 76 : film(x, y)),
};

test.each(Object.entries(MARKS))('a white flash under %s is a flash', (_, over) => {
  const film = (frame: number) => (frame === 40 || frame === 41 ? white : seen(a, 0.0002 * frame));
  const { signal } = measured((frame) => over(film(frame)), 4);
  expect(signal.inserts).toEqual([]);
  expect(signal.flashes).toEqual([expect.objectContaining({ start: 1.6, end: 1.68 })]);
});

test('a white card with words on it is an insert', () => {
  const card: Picture = (x, y) => (within(x, y, [0.3, 0.47, 0.7, 0.53]) ? 10 : 235);
  const { signal } = measured((frame) => (frame === 40 ? card : seen(a, 0.0002 * frame)), 4);
  expect(signal.flashes).toEqual([]);
  expect(signal.inserts).toEqual([expect.objectContaining({ at: 1.6, frames: 1 })]);
});
