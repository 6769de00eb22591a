import { landscape, measured, type Picture, ramp } from './scenes.ts';

const a = landscape(1);
const b = landscape(2);
const frame = 1 / 25;

test('a picture that opens from the middle or closes in on it is a wipe out or in', () => {
  const round = (x: number, y: number): number => Math.hypot(x - 0.5, y - 0.5) / Math.SQRT1_2;
  const ways: [string, (x: number, y: number) => number][] = [
    ['out', round],
    ['in', (x, y) => 1 - round(x, y)],
    ['out', (x) => 2 * Math.abs(x - 0.5)],
    ['in', (_, y) => 1 - 2 * Math.abs(y - 0.5)],
  ];
  for (const [direction, place] of ways) {
    const { technical, signal } = measured((n) => {
      const share = ramp(n, 40, 65);
      return (x, y) => {
        const own = Math.max(0, Math.min(1, (share * 1.4 - place(x, y)) / 0.4));
        return (1 - own) * a(x, y) + own * b(x, y);
      };
    }, 4);
    expect(signal.wipes).toMatchObject([{ direction }]);
    expect(Math.abs((signal.wipes?.[0]?.start ?? 0) - 1.6)).toBeLessThan(5.5 * frame);
    expect(Math.abs((signal.wipes?.[0]?.end ?? 0) - 2.6)).toBeLessThan(5.5 * frame);
    expect(signal.dissolves).toEqual([]);
    expect(technical.scene_cuts).toEqual([]);
  }
});

test('a wipe out of black, or into it, is a wipe and no fade', () => {
  const ways: [string, (x: number, y: number) => number, number][] = [
    ['right', (x) => x, 0],
    ['up', (_, y) => 1 - y, 0],
    ['left', (x) => 1 - x, 0.3],
    ['down', (x, y) => (x + 2 * y) / 3, 0.5],
    ['out', (x, y) => Math.hypot(x - 0.5, y - 0.5) / Math.SQRT1_2, 0.3],
  ];
  const black: Picture = () => 2;
  for (const [direction, place, soft] of ways) {
    for (const [from, to] of [
      [black, b],
      [a, black],
    ] as const) {
      const { technical, signal } = measured((n) => {
        const share = ramp(n, 40, 60);
        return (x, y) => {
          const way = share * (1 + soft) - place(x, y);
          const own = soft === 0 ? Number(way > 0) : Math.max(0, Math.min(1, way / soft));
          return (1 - own) * from(x, y) + own * to(x, y);
        };
      }, 4);
      expect(signal.wipes).toMatchObject([{ direction }]);
      expect(Math.abs((signal.wipes?.[0]?.start ?? 0) - 1.6)).toBeLessThan(5.5 * frame);
      expect(Math.abs((signal.wipes?.[0]?.end ?? 0) - 2.4)).toBeLessThan(5.5 * frame);
      expect(signal).toMatchObject({ dissolves: [], fades: [] });
      expect(technical.scene_cuts).toEqual([]);
    }
  }
});

test('a picture that comes over one colour with a slanting soft edge is a wipe', () => {
  const { signal } = measured((n) => {
    const share = ramp(n, 40, 60);
    return (x, y) => {
      const own = Math.max(0, Math.min(1, (share * 1.5 - (2 * x + y) / 3) / 0.5));
      return (1 - own) * 150 + own * b(x, y);
    };
  }, 4);
  expect(signal.wipes).toMatchObject([{ direction: 'right' }]);
  expect(signal).toMatchObject({ dissolves: [], overlays: [], whip_blurs: [] });
});

test('an iris between pictures of one colour each is a wipe', () => {
  const ways: [string, (x: number, y: number) => number][] = [
    ['out', (x, y) => Math.hypot(x - 0.5, y - 0.5) / Math.SQRT1_2],
    ['in', (x, y) => 1 - Math.hypot(x - 0.5, y - 0.5) / Math.SQRT1_2],
  ];
  for (const [direction, place] of ways) {
    const { technical, signal } = measured((n) => {
      const share = ramp(n, 40, 65);
      return (x, y) => 70 + 110 * Math.max(0, Math.min(1, (share * 1.4 - place(x, y)) / 0.4));
    }, 4);
    expect(signal.wipes).toMatchObject([{ direction }]);
    expect(Math.abs((signal.wipes?.[0]?.start ?? 0) - 1.6)).toBeLessThan(5.5 * frame);
    expect(Math.abs((signal.wipes?.[0]?.end ?? 0) - 2.6)).toBeLessThan(5.5 * frame);
    expect(signal).toMatchObject({ dissolves: [], fades: [], overlays: [] });
    expect(technical.scene_cuts).toEqual([]);
  }
});

test('a picture that moves over another, or off it, is a wipe and no move of the camera', () => {
  const ways: [string, (share: number) => Picture][] = [
    ['left', (share) => (x, y) => (x > 1 - share ? b(x - 1 + share, y) : a(x, y))],
    ['down', (share) => (x, y) => (y < share ? b(x, y + 1 - share) : a(x, y))],
    ['right', (share) => (x, y) => (x < share ? b(x, y) : a(x - share, y))],
    ['up', (share) => (x, y) => (y > 1 - share ? b(x, y) : a(x, y + share))],
  ];
  for (const [i, [direction, view]] of ways.entries()) {
    const length = i % 2 === 0 ? 12 : 38;
    const { technical, signal } = measured((n) => view(ramp(n, 40, 40 + length)), 4);
    expect(signal.wipes).toMatchObject([{ direction }]);
    expect(Math.abs((signal.wipes?.[0]?.start ?? 0) - 1.6)).toBeLessThan(4 * frame);
    expect(Math.abs((signal.wipes?.[0]?.end ?? 0) - 1.6 - length * frame)).toBeLessThan(4 * frame);
    expect(signal).toMatchObject({ dissolves: [], whip_blurs: [], camera_moves: [] });
    expect(technical.scene_cuts).toEqual([]);
  }
});

test('a turn of the camera by one picture is no wipe, though a hard edge comes in with it', () => {
  const body: Picture = (x, y) =>
    x > 0.75 + 0.06 * Math.sin(9 * y)
      ? 40 + 12 * Math.sin(20 * x * y)
      : 170 + 25 * Math.sin(5 * x + 2 * y);
  for (const length of [15, 40]) {
    const { technical, signal } = measured((n) => {
      const turned = ramp(n, 40, 40 + length);
      return (x, y) => body(x + turned - 0.5, y);
    }, 4.5);
    expect(signal).toMatchObject({ wipes: [], dissolves: [] });
    expect(technical.scene_cuts).toEqual([]);
    expect([...(signal.whip_blurs ?? []), ...(signal.camera_moves ?? [])]).not.toEqual([]);
  }
});

test('a title that goes at once before a dissolve makes no wipe of it', () => {
  const bar = (picture: Picture): Picture => {
    return (x, y) => (y > 0.68 && y < 0.9 ? 245 : picture(x, y));
  };
  for (const [from, to] of [
    [46, 58],
    [40, 60],
    [50, 62],
  ] as const) {
    const { signal } = measured((n) => {
      const share = ramp(n, from, to);
      const view: Picture = (x, y) => (1 - share) * a(x, y) + share * b(x, y);
      return n < 36 ? bar(view) : view;
    }, 4);
    expect(signal.wipes).toEqual([]);
    expect(signal.dissolves).toHaveLength(1);
  }
});
