import { flat, landscape, measured, type Picture } from './scenes.ts';

const { abs, cos, hypot, max, min, sin } = Math;

/** Frames a second of `measured`. */
const RATE = 25;
/** Share of a cell on whose sides a box ends: cells show the mean of what lies in them. */
const CELL = 1 / 64;

const GROUND = 60;

/** How much of a cell around a place lies between two bounds. */
const within = (at: number, from: number, to: number): number =>
  max(0, min(at + CELL / 2, to) - max(at - CELL / 2, from)) / CELL;

interface Box {
  readonly width: number;
  readonly height: number;
  readonly level: number;
}

const boxAt =
  (x0: number, y0: number, { width, height, level }: Box): Picture =>
  (x, y) =>
    GROUND + (level - GROUND) * within(x, x0, x0 + width) * within(y, y0, y0 + height);

const small: Box = { width: 0.08, height: 0.12, level: 200 };
const large: Box = { width: 0.24, height: 0.2, level: 150 };
const bar: Box = { width: 0.07, height: 0.4, level: 255 };

/** Back and forth between 0 and a bound. */
const bounce = (way: number, most: number): number => abs((way % (2 * most)) - most);

const WAYS: Record<string, (seconds: number, box: Box) => Picture> = {
  'swings from side to side': (t, box) =>
    boxAt((1 - box.width) * (0.5 + 0.5 * sin(1.7 * t)), 0.4, box),
  'goes about in a round': (t, box) => boxAt(0.4 + 0.33 * sin(1.3 * t), 0.4 + 0.28 * cos(t), box),
  'bounces off the borders': (t, box) =>
    boxAt(bounce(0.4 * t, 1 - box.width), bounce(0.31 * t, 1 - box.height), box),
  'bounces fast off the borders': (t, box) =>
    boxAt(bounce(0.92 * t, 1 - box.width), bounce(0.86 * t, 1 - box.height), box),
  'goes slowly up and down': (t, box) => boxAt(0.3, 0.4 + 0.3 * sin(0.7 * t), box),
};

test.each(Object.keys(WAYS))('nothing is told of a box that %s over a plain ground', (way) => {
  for (const box of [small, large, bar]) {
    const { technical, signal } = measured(
      (n) => (WAYS[way] as (typeof WAYS)[string])(n / RATE, box),
      9,
    );
    expect(technical.scene_cuts).toEqual([]);
    expect(signal).toMatchObject({ overlays: [], wipes: [], dissolves: [], camera_moves: [] });
  }
});

/** One picture over the other: what is not drawn there is the ground. */
const over =
  (...pictures: readonly Picture[]): Picture =>
  (x, y) =>
    pictures.reduce((level, picture) => (picture(x, y) === GROUND ? level : picture(x, y)), GROUND);

test('boxes that each go their own way over a plain ground are no camera', () => {
  const wide: Box = { width: 0.3, height: 0.4, level: 150 };
  const high: Box = { width: 0.22, height: 0.44, level: 20 };
  for (const speed of [0.06, 0.1, 0.16, 0.22]) {
    const { signal } = measured((n) => {
      const t = n / RATE;
      return over(
        boxAt(0.02 + speed * t, 0.12, wide),
        boxAt(0.7 - 0.6 * speed * t, 0.5 - 0.04 * t, high),
        boxAt(0.62, bounce(speed * t, 0.6), { ...wide, height: 0.28, level: 230 }),
      );
    }, 4);
    expect(signal.camera_moves).toEqual([]);
  }
});

test('a camera that turns over things drawn on a plain ground is told', () => {
  const drawn = Array.from({ length: 24 }, (_, i) => ({
    x: (i * 0.37) % 1.8,
    y: (i * 0.29) % 0.95,
    box: {
      width: 0.04 + 0.02 * (i % 5),
      height: 0.05 + 0.03 * (i % 4),
      level: 90 + ((i * 53) % 160),
    },
  }));
  const { signal } = measured((n) => {
    const turned = 0.15 * max(0, min(3, n / RATE - 1));
    return over(...drawn.map(({ x, y, box }) => boxAt(x - turned, y, box)));
  }, 4);
  expect(signal.camera_moves).toMatchObject([{ kind: 'pan_right' }]);
});

test('what comes over a plain ground while a box moves on it is still an overlay', () => {
  const { signal } = measured((n) => {
    const moving = boxAt(0.1 + 0.7 * (0.5 + 0.5 * sin(n / 20)), 0.1, small);
    const isThere = n >= 75 && n < 150;
    const title: Picture = (x, y) =>
      isThere && y > 0.7 && y < 0.8 && x > 0.2 && x < 0.7 && (x * 40) % 2 < 1.4 ? 220 : -1;
    return (x, y) => (title(x, y) < 0 ? moving(x, y) : title(x, y));
  }, 9);
  expect(signal.overlays).toMatchObject([{ start: 3, end: 6 }]);
});

test('a picture that plays over a still one is an overlay from its first frame to its last', () => {
  for (const ground of [flat(GROUND), landscape(3)]) {
    const { technical, signal } = measured((n) => {
      if (n < 75 || n >= 150) return ground;
      return (x, y) => {
        const isInside = x > 0.6 && x < 0.85 && y > 0.55 && y < 0.8;
        if (!isInside) return ground(x, y);
        const isInDisc = hypot(x - 0.72 - 0.05 * sin(n / 9), y - 0.67) < 0.06;
        return isInDisc ? 20 : 150 + 90 * sin(25 * x) * cos(20 * y);
      };
    }, 9);
    expect(technical.freezes).toMatchObject([
      { start: 0, end: 3 },
      { start: 6, end: 9 },
    ]);
    expect(signal.overlays).toMatchObject([{ start: 3, end: 6 }]);
  }
});
