import { lightBetween } from '../../../../layers/media/measure/camera/light.ts';
import { landscape, measured, type Picture, seen } from './scenes.ts';

const a = landscape(1);
const b = landscape(2);

/** A view of which little is left but its middle grey. */
const faint =
  (picture: Picture, share: number): Picture =>
  (x, y) =>
    90 + share * (picture(x, y) - 120);

/** Something bright in front of a view, of this size about a place in it. */
const infront =
  (view: Picture, at: { x: number; y: number; width: number; height: number }): Picture =>
  (x, y) =>
    Math.abs(x - at.x) < at.width / 2 && Math.abs(y - at.y) < at.height / 2
      ? 225 + 0.3 * (b(x - at.x, y - at.y) - 120)
      : view(x, y);

const CAR = { x: 0.45, width: 0.3, height: 0.5 };

test('a bright thing that drives through a faint view is no tilt', () => {
  for (const share of [0.04, 0.2]) {
    const road = faint(a, share);
    const { signal } = measured((n) => infront(road, { ...CAR, y: 1.3 - n / 60 }), 4);
    expect(signal.camera_moves).toEqual([]);
    expect(signal.whip_blurs).toEqual([]);
  }
});

test('a thing that comes nearer is no zoom while the corners stand still', () => {
  for (const [view, thing] of [
    [landscape(5), landscape(6)],
    [landscape(7), landscape(8)],
  ] as const) {
    const { signal } = measured((n) => {
      const size = 0.1 + n / 150;
      return (x, y) => {
        const [dx, dy] = [x - 0.5, y - 0.5];
        const inside = Math.max(Math.abs(dx), Math.abs(dy)) < size / 2;
        return inside ? 60 + thing(0.5 + dx / size, 0.5 + dy / size) : 62 + 0.4 * view(x, y);
      };
    }, 2.4);
    expect(signal.camera_moves).toEqual([]);
  }
});

test('a pan over a faint view is found, and one past a bright thing in front', () => {
  for (const [share, size] of [
    [0.15, 0],
    [0.6, 0.2],
  ] as const) {
    const { signal } = measured((n) => {
      const view = seen(faint(a, share), 0.1 * Math.max(0, Math.min(2, n / 25 - 1)));
      return infront(view, { x: n / 100, y: 0.4, width: size, height: size });
    }, 4);
    expect(signal.camera_moves).toMatchObject([{ kind: 'pan_right' }]);
  }
});

test('a pan is found while the light changes', () => {
  const { signal } = measured((n) => {
    const view = seen(a, 0.1 * Math.max(0, Math.min(2, n / 25 - 1)));
    return (x, y) => view(x, y) + 20 * Math.sin(n / 20);
  }, 4);
  expect(signal.camera_moves).toMatchObject([{ kind: 'pan_right' }]);
});

test('the light of a picture is what most of its cells say', () => {
  const dark = new Float32Array(1024).map((_, i) => 60 + (i % 7));
  expect(lightBetween(dark, dark)).toBeCloseTo(0, 1);
  const lit = dark.map((value, i) => (i % 32 < 13 ? 240 : value + 0.6));
  expect(lightBetween(dark, lit)).toBeGreaterThan(0.4);
  expect(lightBetween(dark, lit)).toBeLessThan(0.8);
});
