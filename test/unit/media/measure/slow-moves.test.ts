import { withSlow } from '../../../../layers/media/measure/camera/slow-moves.ts';
import { grey, landscape, measured, noisy, ramp, seen } from './scenes.ts';

const a = landscape(1);
const photograph = (dx: number, zoom: number, n: number) => noisy(grey(seen(a, dx, 0, zoom)), n, 1);

test('a pan and a zoom of 2 % a second over a photograph are told, and rest is not', () => {
  const moved = (n: number): number => 0.08 * ramp(n, 25, 125);
  const pan = measured((n) => photograph(moved(n), 1, n), 6);
  expect(pan.signal.camera_moves).toMatchObject([{ kind: 'pan_right' }]);
  const zoom = measured((n) => photograph(0, 1.02 ** (4 * ramp(n, 25, 125)), n), 6);
  expect(zoom.signal.camera_moves).toMatchObject([{ kind: 'zoom_in' }]);
  for (const { signal } of [pan, zoom]) {
    expect(Math.abs((signal.camera_moves?.[0]?.start ?? 0) - 1)).toBeLessThan(0.4);
    expect(Math.abs((signal.camera_moves?.[0]?.end ?? 0) - 5)).toBeLessThan(0.4);
  }
  expect(measured((n) => photograph(0, 1, n), 6).signal.camera_moves).toEqual([]);
});

test('a slow move yields to another and to a transition, and lengthens one that is a part of it', () => {
  const slow = [{ kind: 'pan_left', start: 1, end: 6, confidence: 0.6 }] as const;
  const part = { kind: 'pan_left', start: 4, end: 6.2, confidence: 0.9 } as const;
  expect(withSlow([part], slow, [], [])).toMatchObject([{ start: 1, end: 6.2 }]);
  const most = { ...part, start: 2 };
  expect(withSlow([most], slow, [], [])).toEqual([most]);
  const other = { ...part, kind: 'zoom_in' } as const;
  expect(withSlow([other], slow, [], [])).toEqual([other]);
  expect(withSlow([], slow, [{ start: 5, end: 7 }], [])).toEqual([]);
  expect(withSlow([], slow, [], [3])).toEqual([]);
});
