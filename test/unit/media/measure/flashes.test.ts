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

/** A landscape in light of its own in each frame, in grey levels above the first one's. */
const inLight = (lights: readonly number[]) => {
  const { signal } = measured((frame) => {
    const light = lights[frame] ?? 0;
    return (x, y) => a(x, y) + light;
  }, lights.length / 25);
  return signal.flashes;
};
const still = (frames: number): number[] => Array.from({ length: frames }, () => 0);

test('light that wanders as that of an old film does is no flash', () => {
  const before = [0, 1, 0, 1, -2, -3, -11, -12, -15, -15, -15];
  const after = [-6, -4, -4, -5, -5, 0, 2, 2, -1, -13, -13, -13, -13, -14, -6, -6, -9, -9, -9, -8];
  expect(inLight([...before, ...after])).toEqual([]);
});

test('as much light that comes once, or again and again, over a still view is a flash each time', () => {
  const flash = [14, 14, 14];
  const lights = [0, 1, 2].flatMap(() => [...still(12), ...flash]);
  expect(inLight([...lights, ...still(20)]).map(({ start }) => start)).toEqual([0.48, 1.08, 1.68]);
});

test('a shot that begins in a light which goes is told to begin with one flash, and not with two', () => {
  const lights = [...still(20), 30, 30, 5, 5, 5, -4, -4, ...still(20)];
  const b = landscape(2);
  const { signal } = measured((frame) => {
    const light = lights[frame] ?? 0;
    return (x, y) => (frame < 20 ? a : b)(x, y) + light;
  }, lights.length / 25);
  expect(signal.flashes).toMatchObject([{ start: 0.8, end: 0.88 }]);
});
