import { FrameHistory } from '../../../../layers/media/measure/pictures/frame-history.ts';
import { FadedBlocks } from '../../../../layers/media/measure/transitions/faded-blocks.ts';
import { asMany } from '../../../support/breadth.ts';
import { flat, grey, landscape, measured, mixed, type Picture, ramp, seen } from './scenes.ts';

const a = landscape(1);
const b = landscape(2);

const frame = 1 / 25;

test('a dissolve of 6 to 60 frames is found where it is, and is no cut', () => {
  for (const length of [6, 12, 25, 40, 60]) {
    const { technical, signal } = measured(
      (n) => mixed(a, b, ramp(n, 40, 40 + length)),
      (80 + length) * frame,
    );
    expect(technical.scene_cuts).toEqual([]);
    expect(signal.dissolves).toHaveLength(1);
    const [dissolve] = signal.dissolves;
    expect(Math.abs((dissolve?.start ?? 0) - 1.6)).toBeLessThanOrEqual(2 * frame + length / 400);
    expect(Math.abs((dissolve?.end ?? 0) - 1.6 - length * frame)).toBeLessThanOrEqual(
      2 * frame + length / 400,
    );
  }
});

test('colours that drift for ever are no dissolve', () => {
  const { signal } = measured((n) => {
    const [across, down] = [Math.cos(n / 60), 0.5 * Math.sin(n / 60) + 0.1];
    return (x, y) => 128 + 160 * (across * (x - 0.5) + down * (y - 0.5));
  }, 8);
  expect(signal.dissolves).toEqual([]);
});

test('light that turns over the picture for ever is no wipe', () => {
  const { signal } = measured((n) => {
    const [across, down] = [Math.cos(n / 40), Math.sin(n / 40)];
    return (x, y) =>
      100 + 90 * Math.max(0, Math.min(1, 3 * (across * (x - 0.1) + down * (y - 0.7))));
  }, 8);
  expect(signal.wipes).toEqual([]);
});

test('a slow change of light is no dissolve', () => {
  const { signal } = measured((n) => {
    const gain = 0.6 + 0.4 * ramp(n, 30, 55);
    return (x, y) => a(x, y) * gain;
  }, 4);
  expect(signal.dissolves).toEqual([]);
});

test('a pan is no dissolve', () => {
  const { signal } = measured((n) => seen(a, ramp(n, 20, 70) * 0.6), 4);
  expect(signal.dissolves).toEqual([]);
});

test('a wipe is found with the way its edge goes', () => {
  const ways: Record<string, (share: number) => Picture> = {
    right: (share) => (x, y) => (x < share ? b(x, y) : a(x, y)),
    left: (share) => (x, y) => (x > 1 - share ? b(x, y) : a(x, y)),
    down: (share) => (x, y) => (y < share ? b(x, y) : a(x, y)),
    up: (share) => (x, y) => (y > 1 - share ? b(x, y) : a(x, y)),
  };
  for (const [direction, wipe] of Object.entries(ways)) {
    const { technical, signal } = measured((n) => wipe(ramp(n, 40, 60)), 4);
    expect(signal.wipes).toMatchObject([{ direction }]);
    expect(Math.abs((signal.wipes?.[0]?.start ?? 0) - 1.6)).toBeLessThanOrEqual(3 * frame);
    expect(signal.dissolves).toEqual([]);
    expect(technical.scene_cuts).toEqual([]);
  }
});

/** How far a picture is gone over where an edge that is half a picture wide has come to `place`. */
const soft = (place: number, share: number): number =>
  Math.max(0, Math.min(1, (share * 1.5 - place) / 0.5));

test('a wipe with a soft or a slanting edge is found with the way it goes, and is no dissolve', () => {
  const ways: Record<string, (x: number, y: number) => number> = {
    right: (x) => x,
    left: (x) => 1 - x,
    down: (_, y) => y,
    up: (_, y) => 1 - y,
  };
  const slanted: Record<string, (x: number, y: number) => number> = {
    right: (x, y) => 0.65 * x + 0.35 * y,
    up: (x, y) => 0.35 * x + 0.65 * (1 - y),
  };
  const edges = [...Object.entries(ways), ...Object.entries(slanted)];
  // Each direction once, half of them with a soft edge, the others with a slanting one.
  const usual = [...Object.entries(ways).slice(1, 3), ...Object.entries(slanted)];
  for (const [direction, place] of asMany(usual, edges)) {
    const { technical, signal } = measured((n) => {
      const share = ramp(n, 40, 60);
      return (x, y) => {
        const own = soft(place(x, y), share);
        return (1 - own) * a(x, y) + own * b(x, y);
      };
    }, 4);
    expect(signal.wipes).toMatchObject([{ direction }]);
    expect(Math.abs((signal.wipes?.[0]?.start ?? 0) - 1.6)).toBeLessThanOrEqual(5 * frame);
    expect(Math.abs((signal.wipes?.[0]?.end ?? 0) - 2.4)).toBeLessThanOrEqual(5 * frame);
    expect(signal.dissolves).toEqual([]);
    expect(technical.scene_cuts).toEqual([]);
  }
});

test('a dissolve that is a little ahead on one side is a dissolve', () => {
  const { signal } = measured((n) => {
    const share = ramp(n, 40, 60);
    return (x, y) => {
      const own = Math.max(0, Math.min(1, share + 0.1 * (0.5 - x) * Math.sin(share * Math.PI)));
      return (1 - own) * a(x, y) + own * b(x, y);
    };
  }, 4);
  expect(signal.wipes).toEqual([]);
  expect(signal.dissolves).toHaveLength(1);
});

/** A shot from a hand that sways by up to half a picture a second. */
const handHeld = (seed: number, n: number): Picture =>
  seen(landscape(seed), 0.09 * Math.sin(n / 6), 0.09 * Math.cos(n / 9));

test('a dissolve between two hand-held shots is found by the detail that fades', () => {
  for (const [first, next] of [
    [3, 4],
    [5, 6],
  ] as const) {
    const { signal } = measured(
      (n) => mixed(handHeld(first, n), handHeld(next, n + 40), ramp(n, 40, 60)),
      4,
    );
    expect(signal.dissolves).toHaveLength(1);
    expect(Math.abs((signal.dissolves[0]?.start ?? 0) - 1.6)).toBeLessThanOrEqual(3 * frame);
    expect(Math.abs((signal.dissolves[0]?.end ?? 0) - 2.4)).toBeLessThanOrEqual(5 * frame);
  }
});

test('a dissolve whose shots sway so far that neither lies on a way is found by its detail alone', () => {
  const swaying = (seed: number, n: number): Picture =>
    seen(landscape(seed), 0.15 * Math.sin(n / 5), 0.15 * Math.cos(n / 7));
  for (const [first, next] of [
    [3, 4],
    [7, 8],
  ] as const) {
    const { signal } = measured(
      (n) => mixed(swaying(first, n), swaying(next, n + 40), ramp(n, 40, 64)),
      4,
    );
    expect(signal.dissolves).toHaveLength(1);
    expect(Math.abs((signal.dissolves[0]?.start ?? 0) - 1.6)).toBeLessThanOrEqual(1.1 * frame);
    expect(Math.abs((signal.dissolves[0]?.end ?? 0) - 2.56)).toBeLessThanOrEqual(1.1 * frame);
  }
});

/** A wall with hardly anything on it, and something busy that is held before it. */
const plain: Picture = (x, y) => 140 + 12 * Math.sin(9 * x + 5 * y);
const busy: Picture = (x, y) => 140 + 40 * Math.sin(38 * x + 9 * y) * Math.cos(30 * y);

test('a dissolve fades in all quarters of the view, a busy thing that leaves it in some', () => {
  const sure = (draw: (n: number) => Picture): number => {
    const history = new FrameHistory(2);
    for (let n = 0; n < 30; n++) history.push(n / 25, grey(draw(n)));
    return new FadedBlocks(history).sure(4, 24);
  };
  expect(sure((n) => mixed(busy, plain, ramp(n, 5, 24)))).toBeGreaterThan(0);
  const left = (n: number): Picture => {
    const gone = mixed(busy, plain, ramp(n, 5, 14));
    const going = mixed(busy, plain, ramp(n, 15, 24));
    return (x, y) => (x < 0.5 ? gone(x, y) : going(x, y));
  };
  expect(sure(left)).toBeLessThan(0);
});

test('a dissolve between two shots that turn is found, though their turning alone is nearer to one', () => {
  const turning = (seed: number, by: number, n: number): Picture =>
    seen(landscape(seed), n * by, Math.abs(n * by) * 0.6);
  const { signal } = measured(
    (n) => mixed(turning(3, 0.008, n), turning(4, -0.008, n), ramp(n, 40, 56)),
    4.4,
  );
  expect(signal.dissolves).toHaveLength(1);
  expect(Math.abs((signal.dissolves[0]?.start ?? 0) - 1.6)).toBeLessThanOrEqual(2 * frame);
  expect(Math.abs((signal.dissolves[0]?.end ?? 0) - 2.24)).toBeLessThanOrEqual(2 * frame);
});

test('a wipe between two hand-held shots is found by its steady edge, and one shot has none', () => {
  const split: Record<string, (x: number, y: number, share: number) => boolean> = {
    left: (x, _, share) => x > 1 - share,
    down: (_, y, share) => y < share,
  };
  for (const [direction, isNew] of Object.entries(split)) {
    const { signal } = measured((n) => {
      const [old, fresh] = [handHeld(3, n), handHeld(4, n + 40)];
      return (x, y) => (isNew(x, y, ramp(n, 40, 60)) ? fresh(x, y) : old(x, y));
    }, 4);
    expect(signal.wipes).toMatchObject([{ direction }]);
    expect(Math.abs((signal.wipes?.[0]?.start ?? 0) - 1.6)).toBeLessThanOrEqual(2 * frame);
    expect(Math.abs((signal.wipes?.[0]?.end ?? 0) - 2.4)).toBeLessThanOrEqual(2 * frame);
    expect(signal.dissolves).toEqual([]);
  }
  const { signal } = measured((n) => handHeld(3, n), 4);
  expect(signal).toMatchObject({ wipes: [], dissolves: [] });
});

test('a wipe is found while something large hurries through the shot that it ends', () => {
  const hand = landscape(9);
  // It comes in from the left, six cells a frame, and then rests before the lens.
  const reach = (n: number): number => Math.max(0, Math.min(1, (n - 40) / 5));
  const { signal } = measured((n) => {
    const near = seen(hand, 1 - reach(n));
    return (x, y) => {
      if (y < ramp(n, 40, 70)) return b(x, y);
      return x < reach(n) ? near(x, y) : a(x, y);
    };
  }, 4);
  expect(signal.wipes).toMatchObject([{ direction: 'down' }]);
  expect(Math.abs((signal.wipes?.[0]?.start ?? 0) - 1.6)).toBeLessThanOrEqual(2 * frame);
  expect(Math.abs((signal.wipes?.[0]?.end ?? 0) - 2.8)).toBeLessThanOrEqual(2 * frame);
});

test('of two wipes that follow each other each is told once, though the first has the surer edge', () => {
  const c = landscape(3);
  // Some lines change most in another frame than the one in which the second edge passes them.
  const glints = (y: number, n: number): boolean => n === 66 && y > 0.5 && y < 0.6;
  const { signal } = measured((n) => {
    const [first, second] = [ramp(n, 40, 52), ramp(n, 70, 90)];
    return (x, y) => {
      if (glints(y, n)) return 250;
      if (y < second) return c(x, y);
      return x > 1 - first ? b(x, y) : a(x, y);
    };
  }, 6);
  expect(signal.wipes).toMatchObject([{ direction: 'left' }, { direction: 'down' }]);
});

test('a hand that leaves a standing view is no wipe, however evenly its edge goes', () => {
  const hand = landscape(9);
  const { signal } = measured((n) => {
    const edge = 1 - ramp(n, 40, 52);
    return (x, y) => (x > 0.15 && x < 0.85 && y < edge ? hand(x, y + 1 - edge) : a(x, y));
  }, 4);
  expect(signal.wipes).toEqual([]);
});

test('a picture that fades in over half of the view is no dissolve', () => {
  const view = landscape(1);
  const inset = landscape(2);
  const over = (share: number) => (x: number, y: number) =>
    x > 0.28 && y > 0.28 ? mixed(view, inset, share)(x, y) : view(x, y);
  const { signal } = measured((frame) => over(Math.min(1, Math.max(0, (frame - 40) / 12))), 4);
  expect(signal.dissolves).toEqual([]);
});

test('a bright thing that crosses a plain view is no dissolve, though the camera takes back its light', () => {
  const { signal } = measured((n) => {
    const place = ramp(n, 40, 50) * 0.9 - 0.35;
    const light = 80 - 35 * ramp(n, 40, 50);
    return (x, y) => (x > 0.35 && x < 0.65 && y > place && y < place + 0.45 ? 230 : light);
  }, 4);
  expect(signal.dissolves).toEqual([]);
});

/** A film as wide as it is high, or narrower, between two black bars. */
const barred =
  (picture: Picture): Picture =>
  (x, y) =>
    Math.abs(x - 0.5) < 0.2 ? picture((x - 0.3) * 2.5, y) : 0;

test('a dissolve and a wipe between bars beside the film are found as without them', () => {
  const dissolve = measured((n) => barred(mixed(a, b, ramp(n, 40, 60))), 4).signal;
  expect(dissolve).toMatchObject({ dissolves: [{ start: 1.6 }], wipes: [] });
  const split = (share: number): Picture => barred((x, y) => (x > 1 - share ? b(x, y) : a(x, y)));
  const wipe = measured((n) => split(ramp(n, 40, 60)), 4).signal;
  expect(wipe).toMatchObject({ wipes: [{ direction: 'left' }], dissolves: [] });
  expect(Math.abs((wipe.wipes?.[0]?.start ?? 0) - 1.6)).toBeLessThanOrEqual(3 * frame);
});

/** Black and white ones, most of them white. */
const squares: Picture = (x, y) => ((Math.floor(x * 7) + Math.floor(y * 7)) % 3 ? 235 : 16);

test('a plain card dissolves into a picture within eight frames', () => {
  const { technical, signal } = measured((n) => mixed(flat(128), squares, ramp(n, 40, 48)), 3);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.dissolves).toHaveLength(1);
  expect(Math.abs((signal.dissolves[0]?.start ?? 0) - 1.6)).toBeLessThanOrEqual(2 * frame);
  expect(Math.abs((signal.dissolves[0]?.end ?? 0) - 1.92)).toBeLessThanOrEqual(2 * frame);
});

test('one colour that moves over another of its brightness is no dissolve', () => {
  const wiped = (share: number): Uint8Array => {
    const planes = new Uint8Array(4096 + 2 * 1024).fill(76);
    for (let i = 0; i < 1024; i++) {
      const isNew = (i % 32) / 32 < share;
      planes[4096 + i] = isNew ? 85 : 84;
      planes[5120 + i] = isNew ? 74 : 255;
    }
    return planes;
  };
  expect(measured((n) => wiped(ramp(n, 40, 60)), 4).signal.dissolves).toEqual([]);
});

/** A wall, shaded a little, with a bottle before it. */
const wall =
  (place: number): Picture =>
  (x, y) => {
    const inside = Math.abs(x - place) < 0.09 && y > 0.2 && y < 0.95;
    const shade = 150 + 14 * y + 9 * Math.sin(9 * (x + place)) * Math.cos(7 * (y - place));
    return inside ? shade - 40 + 25 * Math.sin(60 * y) : shade;
  };

test('a dissolve between two views of one wall is found though they are much alike', () => {
  const { signal } = measured((n) => mixed(wall(0.2), wall(0.6), ramp(n, 40, 64)), 4.4);
  expect(signal.dissolves).toHaveLength(1);
  expect(Math.abs((signal.dissolves[0]?.start ?? 0) - 1.6)).toBeLessThanOrEqual(3 * frame);
  expect(Math.abs((signal.dissolves[0]?.end ?? 0) - 2.56)).toBeLessThanOrEqual(3 * frame);
});
