import { flat, landscape, measured, mixed, type Picture, ramp, seen } from './scenes.ts';

const a = landscape(1);
const b = landscape(2);
const black = flat(0);

/** A film that fades out of one view, from frame 40 to 60, and into another, from 70 to 90. */
const fading = (frame: number): Picture =>
  frame < 65
    ? mixed(seen(a, 0.002 * frame), black, ramp(frame, 40, 60))
    : mixed(black, seen(b, 0.002 * frame), ramp(frame, 70, 90));

const inCorner = (x: number, y: number) => x > 0.86 && x < 0.95 && y > 0.05 && y < 0.14;

const MARKS: Record<string, (film: Picture, frame: number) => Picture> = {
  'the sign of a channel': (film) => (x, y) => (inCorner(x, y) ? 220 : film(x, y)),
  'a sign that is seen through': (film) => (x, y) =>
    inCorner(x, y) ? 0.7 * 235 + 0.3 * film(x, y) : film(x, y),
  // It fills half of the height of its cells.
  'a bar that shows how far the film is': (film, frame) => (x, y) =>
    y > 0.985 && x < frame / 130 ? 0.5 * 80 + 0.5 * film(x, y) : film(x, y),
  'a clock': (film, frame) => (x, y) => {
    if (!inCorner(x, y)) return film(x, y);
    // Each digit is another grey, and one of them changes twice a second.
    const digit = Math.floor((x - 0.86) / 0.03);
    return 140 + 25 * ((digit + (digit === 2 ? Math.floor(frame / 12) : 0)) % 4);
  },
};

test.each(Object.entries(MARKS))('a film fades out and in under %s', (_, over) => {
  const { signal } = measured((frame) => over(fading(frame), frame), 5.2);
  expect(signal.dissolves).toEqual([]);
  expect(signal.fades).toEqual([
    expect.objectContaining({
      kind: 'out',
      start: expect.closeTo(1.6, 1),
      end: expect.closeTo(2.4, 1),
    }),
    expect.objectContaining({
      kind: 'in',
      start: expect.closeTo(2.8, 1),
      end: expect.closeTo(3.6, 1),
    }),
  ]);
});

test('a lamp goes with its room: that is one fade', () => {
  const room: Picture = (x, y) => (inCorner(x, y) ? 250 : a(x, y) / 4);
  const { signal } = measured((frame) => mixed(room, black, ramp(frame, 40, 60)), 3.5);
  expect(signal.fades).toEqual([expect.objectContaining({ kind: 'out', start: 1.6 })]);
});

test('what lights up over black is no film that fades in', () => {
  const title: Picture = (x, y) => (y > 0.45 && y < 0.55 && x > 0.3 && x < 0.7 ? 230 : 0);
  const both: Picture = (x, y) => (inCorner(x, y) ? 220 : title(x, y));
  const { signal } = measured((frame) => (frame < 50 ? title : both), 4);
  expect(signal.fades).toEqual([]);
});
