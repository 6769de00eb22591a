import fc from 'fast-check';
import { asMany } from '../../../support/breadth.ts';
import { flat, grey, landscape, measured, mixed, noisy, type Picture, seen } from './scenes.ts';

const a = landscape(1);
const b = landscape(2);

test('a cut is the first frame of the new shot', () => {
  const { technical } = measured((frame) => (frame < 40 ? a : b), 4);
  expect(technical.scene_cuts).toEqual([1.6]);
});

test('cuts five frames apart are both found at every rate', () => {
  for (const frameRate of [12, 24, 30, 50, 60]) {
    const shots = [1, 2, 3, 4].map(landscape);
    const shot = (frame: number) =>
      shots[frame < 40 ? 0 : frame < 45 ? 1 : frame < 50 ? 2 : 3] ?? a;
    const { technical } = measured(shot, 90 / frameRate, { frameRate });
    const expected = [40, 45, 50].map((frame) => Math.round((frame / frameRate) * 1000) / 1000);
    expect(technical.scene_cuts).toEqual(expected);
  }
});

test('any two landscapes cut anywhere give that cut and no other', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 12, max: 60 }),
      (one, two, at) => {
        fc.pre(one !== two);
        const shots = [grey(landscape(one)), grey(landscape(two))] as const;
        const { technical } = measured((frame) => noisy(shots[frame < at ? 0 : 1], frame, 2), 3);
        expect(technical.scene_cuts).toEqual([at / 25]);
      },
    ),
    { numRuns: asMany(12, 30) },
  );
});

test('a cut from one still view to another is one, though both are as bright above and as dark below', () => {
  const lit =
    (seed: number, slope: number): Picture =>
    (x, y) =>
      48 + 0.6 * landscape(seed)(x, y) + slope * (0.5 - y);
  const views = [grey(lit(10, 80)), grey(lit(5, 120))] as const;
  const { technical } = measured((frame) => noisy(views[frame < 40 ? 0 : 1], frame, 1), 4);
  expect(technical.scene_cuts).toEqual([1.6]);
});

test('a bright bar over a quarter of the view is no cut, wherever it lies', () => {
  const dark: Picture = (x, y) => a(x, y) / 2;
  for (const top of [0.1, 0.4, 0.66]) {
    const barred: Picture = (x, y) => (y >= top && y < top + 0.25 ? 235 : dark(x, y));
    const { technical } = measured((frame) => (frame < 40 || frame >= 70 ? dark : barred), 4);
    expect(technical.scene_cuts).toEqual([]);
  }
});

test.each([
  ['a band', [0, 0.7, 1, 0.86]],
  ['a box', [0.2, 0.2, 0.8, 0.8]],
] as const)('%s over a plain ground is an overlay, and no cut', (_, region) => {
  const [left, top, right, bottom] = region;
  const inside = (x: number, y: number) => x >= left && x < right && y >= top && y < bottom;
  for (const [ground, over] of [[128, 210] as const, [235, 90] as const]) {
    const laid = grey((x, y) => (inside(x, y) ? over : ground));
    const plain = grey(flat(ground));
    const { technical, signal } = measured(
      (frame) => noisy(frame < 40 || frame >= 80 ? plain : laid, frame, 1),
      5,
    );
    expect(technical.scene_cuts).toEqual([]);
    expect(signal.overlays).toMatchObject([{ start: 1.6, end: 3.2 }]);
  }
});

test('a title over soft light, which has no detail to be known by, is an overlay and no cut', () => {
  const soft = (x: number, y: number) => 120 + 60 * Math.max(0, Math.min(1, 3 * (x + y - 1.4)));
  const titled: Picture = (x, y) => {
    if (x < 0.11 || x > 0.97 || y < 0.68 || y > 0.82) return soft(x, y);
    return y > 0.72 && y < 0.78 && (x * 40) % 1 < 0.5 ? 250 : 35;
  };
  const { technical, signal } = measured(
    (frame) => noisy(grey(frame < 40 || frame >= 80 ? soft : titled), frame, 1),
    5,
  );
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.overlays).toMatchObject([{ start: 1.6, end: 3.2 }]);
});

test('a band over a plain ground in which something moves is no cut', () => {
  const road =
    (frame: number): Picture =>
    (x, y) =>
      Math.abs(x - 0.5 - 0.35 * Math.sin(frame / 3)) < 0.15 && y < 0.25 ? 75 : 120 + 12 * y;
  const banded =
    (frame: number): Picture =>
    (x, y) =>
      y >= 0.6 && y < 0.88 ? (y < 0.7 && x < 0.5 ? 200 : 8) : road(frame)(x, y);
  const { technical } = measured(
    (frame) => noisy(grey((frame < 40 || frame >= 80 ? road : banded)(frame)), frame, 3),
    5,
  );
  expect(technical.scene_cuts).toEqual([]);
});

test('a plain picture that gives way to another plain one is a cut', () => {
  const { technical } = measured((frame) => flat(frame < 40 ? 70 : 180), 4);
  expect(technical.scene_cuts).toEqual([1.6]);
});

test('a dark title that comes or goes near an end of what is read is no flash', () => {
  const leaves: Picture = (x, y) => a(x, y) + 50 * Math.sign(Math.sin(50 * x) * Math.sin(45 * y));
  const titled: Picture = (x, y) => (y > 0.7 && y < 0.87 ? 8 : leaves(x, y));
  for (const isShown of [(n: number) => n >= 9, (n: number) => n < 91]) {
    const { signal } = measured((n) => (isShown(n) ? titled : leaves), 4);
    expect(signal.flashes).toEqual([]);
  }
});

test('a flash is a flash and no cut', () => {
  const { technical, signal } = measured(
    (frame) => (frame >= 30 && frame < 32 ? mixed(a, flat(255), 0.7) : a),
    3,
  );
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.flashes).toMatchObject([{ start: 1.2, end: 1.28 }]);
  expect(signal.inserts).toEqual([]);
});

test('light that swells and sinks again, over and over, is no flash', () => {
  for (const length of [18, 25]) {
    const { technical, signal } = measured((n) => {
      const light = -30 * Math.cos((2 * Math.PI * n) / length);
      return (x, y) => a(x, y) + light;
    }, 3);
    expect(signal).toMatchObject({ flashes: [], inserts: [], fades: [] });
    expect(technical.scene_cuts).toEqual([]);
  }
});

test('a flash is no cut where the light of the view goes on changing after it', () => {
  const dimmed =
    (share: number): Picture =>
    (x, y) =>
      y < 0.6 ? 128 - 40 * share + (4 * a(x, y / 2)) / 255 : a(x, y);
  const { technical, signal } = measured((frame) => {
    const view = dimmed(Math.max(0, Math.min(1, (frame - 28) / 6)));
    return frame >= 30 && frame < 32 ? mixed(view, flat(255), 0.8) : view;
  }, 3);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.flashes).toMatchObject([{ start: 1.2, end: 1.28 }]);
});

test('one to three strange frames are an insert and no cuts', () => {
  for (const frames of [1, 2, 3]) {
    const { technical, signal } = measured(
      (frame) => (frame >= 30 && frame < 30 + frames ? b : a),
      3,
    );
    expect(technical.scene_cuts).toEqual([]);
    expect(signal.inserts).toMatchObject([{ at: 1.2, frames }]);
  }
});

test('strange frames are an insert and no cuts, though the light of the view goes on meanwhile', () => {
  const level = grey(a).reduce((sum, value) => sum + value, 0) / grey(a).length;
  const { technical, signal } = measured((frame) => {
    if (frame >= 30 && frame < 32) return (x, y) => 2 * level - a(x, y);
    return (x, y) => a(x, y) + 1.6 * Math.max(0, Math.min(6, frame - 28));
  }, 3);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.inserts).toMatchObject([{ at: 1.2, frames: 2 }]);
});

test('five strange frames are a shot of their own', () => {
  const { technical, signal } = measured((frame) => (frame >= 30 && frame < 35 ? b : a), 3);
  expect(technical.scene_cuts).toEqual([1.2, 1.4]);
  expect(signal.inserts).toEqual([]);
});

test('light that is switched on is no cut', () => {
  const { technical } = measured((frame) => (frame < 30 ? (x, y) => a(x, y) * 0.6 : a), 3);
  expect(technical.scene_cuts).toEqual([]);
});

test('people who cross a static picture are no cut', () => {
  const { technical } = measured((frame) => {
    const place = frame / 20 - 0.3;
    return (x, y) => (Math.abs(x - place) < 0.15 && y > 0.3 ? 30 : a(x, y));
  }, 3);
  expect(technical.scene_cuts).toEqual([]);
});

test('a hand that comes before the lens is no cut, though 20 pictures a second are shown as 25', () => {
  const [view, skin] = [landscape(2), landscape(22)];
  const covered = [0, 0.25, 0.8, 1.2, 1, 0.75, 0.55, 0.45, 0.4];
  for (const early of [0, 2]) {
    const { technical } = measured((frame) => {
      const shown = Math.floor((frame + early) * 0.8);
      const share = covered[Math.max(0, Math.min(8, shown - 40))] ?? 0;
      return (x, y) =>
        y + 0.3 * Math.sin(3 * x) > 1.3 - 1.3 * share
          ? 60 + skin(x + 0.2 * shown, y) / 2
          : view(x + 0.004 * shown, y);
    }, 4);
    expect(technical.scene_cuts).toEqual([]);
  }
});

test.each([
  [3, [0, 0.1, 0.3, 0.8, 1.05, 1.2, 1]],
  [5, [0, 0.2, 0.45, 1, 1.3, 1, 0.8]],
])('the strongest step of a hand that comes before the lens is no cut (%i)', (seed, covered) => {
  const [view, skin] = [landscape(seed), landscape(seed + 20)];
  const { technical } = measured((frame) => {
    const share = covered[Math.max(0, Math.min(6, frame - 40))] ?? 0;
    return (x, y) =>
      y + 0.3 * Math.sin(3 * x) > 1.3 - 1.3 * share
        ? 60 + skin(x + 0.2 * frame, y) / 2
        : view(x + 0.004 * frame, y);
  }, 2.4);
  expect(technical.scene_cuts).toEqual([]);
});

test('the end of a dissolve that coding broke off is no cut', () => {
  const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.68, 0.75, 0.95, 1];
  for (const seed of [1, 3, 6, 7]) {
    const view = landscape(seed);
    const plain: Picture = (x, y) => 100 + 8 * Math.sin(3 * x + y);
    const { technical, signal } = measured(
      (frame) => mixed(view, plain, frame < 50 ? 0 : (shares[frame - 50] ?? 1)),
      4,
    );
    expect(technical.scene_cuts).toEqual([]);
    expect(signal.dissolves).toHaveLength(1);
  }
});

test('a cut between two moving shots is found, though every other picture is shown twice', () => {
  const { technical } = measured((frame) => {
    const shown = Math.floor(frame / 2);
    return frame < 50 ? seen(a, shown / 25) : seen(b, shown / 30);
  }, 4);
  expect(technical.scene_cuts).toEqual([2]);
});

test('a cut amid action is found, though the next blow falls a tenth of a second later', () => {
  const other: Picture = (x, y) => 230 - a(x, y);
  const { technical } = measured((n) => {
    if (n < 40) return mixed(a, landscape(4), n % 2 === 0 ? 0.6 : 0);
    return n < 43 ? other : mixed(other, landscape(3), n % 2 === 0 ? 0 : 0.36);
  }, 2.2);
  expect(technical.scene_cuts).toEqual([1.6]);
});

test('a cut out of a rest is found, though each picture after it is quite another and shown twice', () => {
  const { technical } = measured((frame) => {
    if (frame < 50) return a;
    return mixed(b, landscape(50 + Math.floor(frame / 2)), 0.4);
  }, 3);
  expect(technical.scene_cuts).toEqual([2]);
});

test.each([
  { zoom: 1.1, dx: 0, dy: 0 },
  { zoom: 1.25, dx: 0.06, dy: -0.08 },
  { zoom: 1.5, dx: -0.1, dy: 0.1 },
])('a view shown $zoom times as close at once is a cut, and its way back another', (close) => {
  const live = (frame: number): Picture => seen(a, 0.001 * frame);
  const { technical, signal } = measured((frame) => {
    const isClose = frame >= 60 && frame < 120;
    return isClose ? seen(live(frame), close.dx, close.dy, close.zoom) : live(frame);
  }, 7);
  expect(technical.scene_cuts).toEqual([2.4, 4.8]);
  expect(signal.camera_moves?.filter(({ kind }) => kind.startsWith('zoom'))).toEqual([]);
});

test('a title over a plain ground, which is like any part of itself, is no cut', () => {
  const ground: Picture = (x, y) => 90 + 30 * x + 10 * y;
  const titled: Picture = (x, y) => (y < 0.2 && Math.sin(90 * x) > 0 ? 200 : ground(x, y));
  const shown = (frame: number) => (frame < 60 || frame >= 120 ? ground : titled);
  expect(measured(shown, 7).technical.scene_cuts).toEqual([]);
});

test('neither a zoom within half a second nor a bump of the camera is a cut', () => {
  for (const frames of [4, 12]) {
    const zoomed = (frame: number): Picture =>
      seen(a, 0, 0, 1 + 0.4 * Math.max(0, Math.min(1, (frame - 59) / frames)));
    expect(measured(zoomed, 5).technical.scene_cuts).toEqual([]);
  }
  const bumped = (frame: number): Picture => (frame < 60 ? a : seen(a, 0.03, -0.05));
  expect(measured(bumped, 5).technical.scene_cuts).toEqual([]);
});

test('a pan is no cut', () => {
  const { technical } = measured((frame) => seen(a, frame / 60), 3);
  expect(technical.scene_cuts).toEqual([]);
});

test('noise all over is neither cuts nor freezes', () => {
  const { technical } = measured((frame) => noisy(grey(flat(128)), frame, 120), 4);
  expect(technical.scene_cuts).toEqual([]);
  expect(technical.freezes).toEqual([]);
});

test('variable frame times carry over to the cut', () => {
  const times = (frame: number) => (frame < 20 ? frame / 30 : 20 / 30 + (frame - 20) / 12);
  const { technical } = measured((frame) => (frame < 30 ? a : b), 4, { frameRate: 30, times });
  expect(technical.scene_cuts).toEqual([1.5]);
});

test('a picture that a screen showed for half a second is a shot, though one frame of it is stored', () => {
  const shown = [0, 0.033, 0.067, 2, 2.5, 2.533, 2.567, 4.5, 4.567, 4.6, 4.633];
  const times = (frame: number) => shown[frame] ?? 6;
  const options = { frameRate: 2, peakRate: 30, times };
  const { technical, signal } = measured((frame) => ([3, 7].includes(frame) ? b : a), 6, options);
  expect(technical.scene_cuts).toEqual([2, 2.5]);
  expect(signal.inserts).toMatchObject([{ at: 4.5, frames: 1 }]);
});

test('pages that stand for seconds in one frame each are cuts, and none is an insert', () => {
  const times = (frame: number) => [0, 0.04, 0.08, 5, 10, 10.04, 20][frame] ?? 30;
  const page = (frame: number) => [a, a, a, b, a, a, b][frame] ?? a;
  for (const frameRate of [1, 25]) {
    const { technical, signal } = measured(page, 30, { frameRate, times });
    expect(technical.scene_cuts).toEqual([5, 10, 20]);
    expect(signal.inserts).toEqual([]);
    expect(signal.frames_read).toBe(7);
  }
});

test('pacing counts the shots between the cuts', () => {
  const c = landscape(3);
  const { technical } = measured((frame) => (frame < 25 ? a : frame < 75 ? b : c), 4);
  expect(technical.pacing).toEqual({
    cuts: 2,
    segments: 3,
    median_segment_seconds: 1,
    shortest_segment_seconds: 1,
    longest_segment_seconds: 2,
    cuts_per_minute: 30,
  });
});
