import { addRun, moveOf, type Run } from '../../../../layers/media/measure/camera/move-runs.ts';
import { landscape, measured, mixed, type Picture, seen } from './scenes.ts';

const a = landscape(1);
const b = landscape(2);
const share = (n: number, from: number, to: number): number =>
  Math.max(0, Math.min((n - from) / (to - from), 1));

const run = (kind: Run['kind'], start: number, end: number): Run => {
  const frames = (end - start) * 25;
  const trust = 0.9 * frames;
  return { kind, start, end, last: end * 25, frames, path: 0.2, fastest: 0.2, trust, ...wall };
};
/** What a wall says that moves along. */
const wall = { expected: 1000, seen: 900 };

test('a thing that crosses a picture of bars is no tilt', () => {
  const bars: Picture = (x) => 40 + 30 * Math.floor(x * 6);
  const { signal } = measured((n) => {
    const place = n / 25 - 0.5;
    return (x, y) => (Math.abs(y - 0.3 * x - place) < 0.03 ? 150 : bars(x, y));
  }, 3);
  expect(signal.camera_moves).toEqual([]);
  expect(signal.whip_blurs).toEqual([]);
});

/** Grains as of asphalt: three fine cells from one to the next, and a few levels of grey. */
const asphalt: Picture = (x, y) =>
  [0, 1, 2, 3, 4].reduce((sum, n) => {
    const turn = 1.3 * n;
    return sum + 2 * Math.sin(130 * (x * Math.cos(turn) + y * Math.sin(turn)) + n * n);
  }, 100);

test('a tilt over empty ground is told by specks that are gone in coarse cells', () => {
  const { signal } = measured((n) => seen(asphalt, 0, -0.006 * share(n, 25, 50) * 25), 3);
  expect(signal.camera_moves).toMatchObject([
    { kind: 'tilt_up', start: expect.closeTo(1, 0.5), end: expect.closeTo(2, 0.5) },
  ]);
});

/** Somebody who fills most of the view, before a wall on which light falls off to one side. */
const head =
  (down: number, wallDown = 0): Picture =>
  (x, y) =>
    Math.hypot((x - 0.5) / 0.42, (y - 0.55 - down) / 0.5) < 1
      ? 90 + 45 * Math.sin(23 * x + 9 * y) * Math.sin(31 * (y - down) - 7 * x)
      : 150 - 40 * x * x + 60 * (y - wallDown) ** 2;

test('a head that sinks before a wall is no tilt', () => {
  const sinks = (n: number): number => 0.2 * share(n, 25, 50);
  const { signal } = measured((n) => head(sinks(n)), 3);
  expect(signal.camera_moves).toEqual([]);
});

test('a tilt that takes the wall along with the head is one', () => {
  const sinks = (n: number): number => 0.2 * share(n, 25, 50);
  const { signal } = measured((n) => head(sinks(n), sinks(n)), 3);
  expect(signal.camera_moves).toMatchObject([{ kind: 'tilt_up' }]);
});

test('empty ground that fades into another is no move', () => {
  const other: Picture = (x, y) => 25 + asphalt(x + 0.3, y + 0.2);
  const { signal } = measured((n) => mixed(asphalt, other, share(n, 25, 50)), 3);
  expect(signal.camera_moves).toEqual([]);
});

test('a zoom about a corner is a zoom', () => {
  const { signal } = measured((n) => {
    const zoom = 1 + 0.5 * share(n, 25, 60);
    return (x, y) => seen(a, (1 / zoom - 1) / 2, (1 / zoom - 1) / 2, zoom)(x, y);
  }, 4);
  expect(signal.camera_moves).toMatchObject([{ kind: 'zoom_in' }]);
});

test('a whip that leads from one picture into another is a whip, and no pan besides', () => {
  const { signal } = measured((n) => {
    const view = (m: number): Picture =>
      m < 44 ? seen(a, 0.14 * Math.max(0, m - 39)) : seen(b, -0.14 * Math.max(0, 49 - m));
    const parts = Array.from({ length: 4 }, (_, k) => view(n + (n === 43 ? 0 : k / 4)));
    return (x, y) => parts.reduce((sum, part) => sum + part(x, y), 0) / parts.length;
  }, 4);
  expect(signal.whip_blurs).toHaveLength(1);
  expect(signal.camera_moves).toEqual([]);
});

test('a move that is under way when the window opens and closes lies within the window', () => {
  const window = [0.022, 1.95] as const;
  const { signal } = measured((n) => seen(a, 0.004 * n), 2, { window });
  expect(signal.camera_moves).toMatchObject([
    { kind: 'pan_right', start: window[0], end: window[1] },
  ]);
});

test('runs of one kind with a blip between them are one move', () => {
  const runs: Run[] = [];
  for (const part of [run('pan_left', 0, 1), run('tilt_up', 1, 1.1), run('pan_left', 1.12, 2)])
    addRun(runs, part);
  expect(runs.map(moveOf)).toMatchObject([{ kind: 'pan_left', start: 0, end: 2, confidence: 0.9 }]);
});

test('runs of one kind with a rest between them are two moves', () => {
  const runs: Run[] = [];
  for (const part of [run('pan_left', 0, 1), run('pan_left', 1.4, 2)]) addRun(runs, part);
  expect(runs.map(moveOf)).toHaveLength(2);
});
