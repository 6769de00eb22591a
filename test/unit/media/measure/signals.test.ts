import fc from 'fast-check';
import { asMany } from '../../../support/breadth.ts';
import {
  flat,
  grey,
  landscape,
  measured,
  mixed,
  noisy,
  type Picture,
  ramp,
  seen,
} from './scenes.ts';

const a = landscape(1);
const b = landscape(2);

const frame = 1 / 25;

test('fades to black and back are found with their kind', () => {
  const { technical, signal } = measured(
    (n) => (n < 60 ? mixed(a, flat(0), ramp(n, 30, 50)) : mixed(flat(0), b, ramp(n, 60, 80))),
    4,
  );
  expect(signal.fades).toMatchObject([{ kind: 'out' }, { kind: 'in' }]);
  const [out, up] = signal.fades ?? [];
  expect(Math.abs((out?.start ?? 0) - 1.2)).toBeLessThanOrEqual(3 * frame);
  expect(Math.abs((up?.end ?? 0) - 3.2)).toBeLessThanOrEqual(3 * frame);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.dissolves).toEqual([]);
});

test('fades are as long as they are where a picture that is held makes frames few on average', () => {
  const { signal } = measured(
    (n) => mixed(mixed(flat(0), a, ramp(n, 10, 70)), flat(0), ramp(n, 100, 160)),
    240,
    { frameRate: 0.8, peakRate: 25, times: (n) => n * frame + (n > 85 ? 230 : 0) },
  );
  const spans = signal.fades?.flatMap(({ start, end }) => [start, end]) ?? [];
  expect(spans).toHaveLength(4);
  for (const [i, second] of [0.4, 2.8, 234, 236.4].entries()) {
    expect(Math.abs((spans[i] ?? 0) - second)).toBeLessThanOrEqual(3 * frame);
  }
});

test('slow fades of a foggy picture last from their first frame to their last, though one repeats', () => {
  const fog: Picture = (x, y) => 50 + 0.2 * a(x, y);
  const gone = (n: number): number => ramp(n === 36 ? 35 : n, 25, 85);
  const ways = [mixed(flat(0), fog, 0), mixed(fog, flat(0), 0)] as const;
  const [up, out] = ways.map((from, way) =>
    measured((n) => mixed(from, ways[1 - way] ?? from, gone(n)), 5),
  );
  for (const [kind, read] of [
    ['in', up],
    ['out', out],
  ] as const) {
    expect(read?.signal).toMatchObject({ fades: [{ kind }], dissolves: [] });
    const [fade] = read?.signal.fades ?? [];
    expect(Math.abs((fade?.start ?? 0) - 1)).toBeLessThanOrEqual(1.5 * frame);
    expect(Math.abs((fade?.end ?? 0) - 3.4)).toBeLessThanOrEqual(1.5 * frame);
  }
});

test.each([12, 25, 45])('a fade over %i frames is told from its first to its last', (frames) => {
  const gone = (n: number): number => ramp(n, 30, 29 + frames);
  const [up, out] = [mixed(flat(0), a, 0), mixed(a, flat(0), 0)].map((from, way, ways) =>
    measured((n) => mixed(from, ways[1 - way] ?? from, gone(n)), 4),
  );
  const told = { start: 30 / 25, end: (29 + frames) / 25 };
  expect(up?.signal.fades).toEqual([expect.objectContaining({ kind: 'in', ...told })]);
  expect(out?.signal.fades).toEqual([expect.objectContaining({ kind: 'out', ...told })]);
});

test('a fade of a bright picture in a quarter of a second is found', () => {
  const bright = (x: number, y: number) => a(x, y) * 0.5 + 120;
  const { technical, signal } = measured((n) => mixed(bright, flat(0), ramp(n, 30, 36)), 3);
  expect(signal.fades).toMatchObject([{ kind: 'out' }]);
  expect(technical.scene_cuts).toEqual([]);
});

test('a fade out whose last step, into what fades in, is twice as long is found', () => {
  const bright = (x: number, y: number) => a(x, y) * 0.5 + 120;
  const { technical, signal } = measured(
    (n) =>
      n < 61 ? mixed(bright, flat(0), ramp(n, 50, 62.9)) : mixed(flat(0), b, ramp(n, 61, 73)),
    4,
  );
  expect(signal.fades).toMatchObject([{ kind: 'out' }, { kind: 'in' }]);
  const [out] = signal.fades ?? [];
  expect(Math.abs((out?.start ?? 0) - 2)).toBeLessThanOrEqual(2 * frame);
  expect(out?.end).toBe(2.44);
  expect([technical.scene_cuts, signal.dissolves]).toEqual([[], []]);
});

test('a fade out of uneven steps, as coarse coding draws it, is found', () => {
  const levels = [1, 0.9, 0.75, 0.63, 0.51, 0.35, 0.26];
  const { signal } = measured(
    (n) =>
      n < 57
        ? mixed(flat(0), a, levels[Math.max(0, n - 50)] ?? 0)
        : mixed(flat(0), b, ramp(n, 58, 65)),
    5,
    { frameRate: 15 },
  );
  expect(signal.fades).toMatchObject([{ kind: 'out', start: 3.4, end: 3.8 }, { kind: 'in' }]);
});

test('a fade out of two or three steps, before a slow one in, is found', () => {
  for (const [empty, steps] of [
    [0, 2],
    [0, 3],
    [255, 2],
    [255, 3],
  ] as const) {
    const { technical, signal } = measured(
      (n) =>
        n < 60
          ? mixed(a, flat(empty), ramp(n, 50, 50 + steps))
          : mixed(flat(empty), b, ramp(n, 60, 80)),
      4,
    );
    expect(signal.fades).toMatchObject([{ kind: 'out', start: 2 }, { kind: 'in' }]);
    expect(technical.scene_cuts).toEqual([]);
  }
});

test('a cut into black with a mixed frame, or with another picture before it, is no fade', () => {
  const dim = mixed(b, flat(0), 0.5);
  const steps = { mixed: [mixed(a, flat(0), 0.5)], another: [dim, mixed(b, flat(0), 0.8)] };
  for (const [name, between] of Object.entries(steps)) {
    const { signal } = measured((n) => (n < 50 ? a : (between[n - 50] ?? flat(0))), 3);
    expect([name, signal.fades]).toEqual([name, []]);
  }
});

test('fades through white are fades, and neither a flash nor dissolves', () => {
  const { technical, signal } = measured(
    (n) => (n < 60 ? mixed(a, flat(255), ramp(n, 30, 50)) : mixed(flat(255), b, ramp(n, 60, 80))),
    4,
  );
  expect(signal.fades).toMatchObject([{ kind: 'out' }, { kind: 'in' }]);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal).toMatchObject({ flashes: [], dissolves: [] });
});

test('a flash that comes and goes softly is a flash and no fade', () => {
  const white = (n: number) => Math.min(ramp(n, 60, 66), 1 - ramp(n, 67, 75));
  const { signal } = measured((n) => mixed(a, flat(255), white(n)), 3, { frameRate: 60 });
  expect(signal.flashes).toHaveLength(1);
  expect(signal.fades).toEqual([]);
});

test('a camera that turns to a white wall is no fade', () => {
  const wall = (x: number, y: number) => (x > 1 ? 255 : a(x, y));
  const { signal } = measured((n) => seen(wall, 1.1 * ramp(n, 30, 70)), 4);
  expect(signal.fades).toEqual([]);
});

test('writing that comes and goes is an overlay with its region', () => {
  const { technical, signal } = measured((n) => {
    const written = n >= 50 && n < 100;
    const title: Picture = (x, y) =>
      written && x > 0.25 && x < 0.75 && y > 0.75 && y < 0.9 ? 235 : a(x, y);
    return noisy(grey(title), n, 1);
  }, 6);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.overlays).toHaveLength(1);
  const [overlay] = signal.overlays ?? [];
  expect(Math.abs((overlay?.start ?? 0) - 2)).toBeLessThanOrEqual(2 * frame);
  expect(Math.abs((overlay?.end ?? 0) - 4)).toBeLessThanOrEqual(2 * frame);
  for (const [i, side] of [0.25, 0.75, 0.75, 0.9].entries()) {
    expect(Math.abs((overlay?.region[i] ?? 0) - side)).toBeLessThanOrEqual(0.05);
  }
});

test('writing that stays has no end', () => {
  const { signal } = measured(
    (n) =>
      noisy(
        grey((x, y) => (n >= 50 && y > 0.8 && x < 0.6 ? 20 : a(x, y))),
        n,
        1,
      ),
    4,
  );
  expect(signal.overlays).toMatchObject([{ end: null }]);
});

test('writing over a lively picture is an overlay; who comes to rest is none', () => {
  const written = measured((n) => {
    const place = 0.5 + 0.4 * Math.sin(n / 5);
    const title = (x: number, y: number): boolean =>
      n >= 50 && x > 0.25 && x < 0.75 && y > 0.6 && y < 0.75;
    const ink = (x: number): number => (Math.floor(x * 16) % 2 ? 235 : 16);
    const passer = (x: number, y: number): boolean => Math.abs(x - place) < 0.08 && y < 0.5;
    return (x, y) => (title(x, y) ? ink(x) : passer(x, y) ? 30 : a(x, y));
  }, 5);
  expect(written.signal.overlays).toHaveLength(1);
  expect(Math.abs((written.signal.overlays?.[0]?.start ?? 0) - 2)).toBeLessThanOrEqual(frame);
  const arriving = measured((n) => {
    const place = 0.6 - 0.7 * (1 - Math.min(1, n / 50)) ** 2;
    return noisy(
      grey((x, y) => (Math.abs(x - place) < 0.1 && y > 0.4 ? 40 : a(x, y))),
      n,
      1,
    );
  }, 5);
  expect(arriving.signal.overlays).toEqual([]);
});

const MOVES: [string, (share: number) => Picture][] = [
  ['pan_right', (share) => seen(a, share * 0.3)],
  ['pan_left', (share) => seen(a, -share * 0.3)],
  ['tilt_down', (share) => seen(a, 0, share * 0.3)],
  ['tilt_up', (share) => seen(a, 0, -share * 0.3)],
  ['zoom_in', (share) => seen(a, 0, 0, 1 + share * 0.35)],
  ['zoom_out', (share) => seen(a, 0, 0, 1.4 - share * 0.4)],
];

test.each(MOVES)('a camera that does %s is named so', (kind, view) => {
  for (const frameRate of [24, 30, 60]) {
    const { signal } = measured((n) => view(ramp(n, frameRate, 2 * frameRate)), 3, { frameRate });
    expect(signal.camera_moves).toMatchObject([{ kind }]);
    expect(Math.abs((signal.camera_moves?.[0]?.start ?? 0) - 1)).toBeLessThanOrEqual(0.2);
    expect(Math.abs((signal.camera_moves?.[0]?.end ?? 0) - 2)).toBeLessThanOrEqual(0.2);
  }
});

test('a camera that trembles shakes', () => {
  const { signal } = measured((n) => {
    const t = n / 25;
    const on = n >= 25 && n < 60 ? 0.02 : 0;
    return seen(a, on * Math.sin(t * 33), on * Math.sin(t * 39));
  }, 4);
  expect(signal.camera_moves).toMatchObject([{ kind: 'shake' }]);
});

test('a static camera makes no move, whoever passes', () => {
  const { signal } = measured((n) => {
    const place = n / 30 - 0.3;
    return noisy(
      grey((x, y) => (Math.abs(x - place) < 0.1 && y > 0.4 ? 40 : a(x, y))),
      n,
      1,
    );
  }, 4);
  expect(signal.camera_moves).toEqual([]);
});

test('a turn of more than a picture a second is a whip', () => {
  const { signal } = measured((n) => {
    const x0 = ramp(n, 40, 47) * 0.7;
    const x1 = ramp(n + 1, 40, 47) * 0.7;
    return (x, y) => {
      let sum = 0;
      for (let k = 0; k < 5; k++) sum += a(x + x0 + ((x1 - x0) * k) / 5, y);
      return sum / 5;
    };
  }, 4);
  expect(signal.whip_blurs).toHaveLength(1);
});

test('240 frames a second are read like 25', () => {
  const { technical, signal } = measured(
    (n) => (n < 240 ? a : mixed(b, landscape(3), ramp(n, 480, 600))),
    4,
    { frameRate: 240 },
  );
  expect(technical.scene_cuts).toEqual([1]);
  expect(signal.dissolves).toHaveLength(1);
  expect(signal.frames_read).toBe(960);
});

test('basic holds inserts, flashes and dissolves and nothing else', () => {
  const { signal } = measured((n) => mixed(a, b, ramp(n, 40, 60)), 4, { signals: 'basic' });
  expect(Object.keys(signal).toSorted((p, q) => p.localeCompare(q))).toEqual([
    'dissolves',
    'flashes',
    'frames_read',
    'inserts',
    'mode',
  ]);
  expect(signal.dissolves).toHaveLength(1);
});

test('greys of any kind never break the answer, and it is the same twice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 0, maxLength: 90 }),
      fc.constantFrom(1, 12, 25, 240),
      (kinds, frameRate) => {
        const pictures = [grey(a), grey(b), grey(flat(0)), grey(flat(255))];
        const draw = (n: number) => pictures[kinds[n] ?? 0] ?? noisy(grey(flat(128)), n, 100);
        const seconds = kinds.length / frameRate;
        const first = measured(draw, seconds, { frameRate });
        expect(measured(draw, seconds, { frameRate })).toEqual(first);
        const { signal, technical } = first;
        const spans = [
          ...technical.freezes,
          ...technical.blacks,
          ...signal.flashes,
          ...signal.dissolves,
          ...(signal.wipes ?? []),
          ...(signal.fades ?? []),
          ...(signal.camera_moves ?? []),
          ...(signal.whip_blurs ?? []),
        ];
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(seconds + 0.001);
        }
      },
    ),
    { numRuns: asMany(6, 200) },
  );
});

test('a cut between two shots under bars of one film is a cut', () => {
  const boxed =
    (picture: Picture): Picture =>
    (x, y) =>
      y < 0.13 || y > 0.87 ? 16 : picture(x, y);
  const [one, other] = [boxed(a), boxed(b)];
  expect(measured((frame) => (frame < 40 ? one : other), 4).technical.scene_cuts).toEqual([1.6]);
});

/** Black and white ones. */
const squares: Picture = (x, y) => ((Math.floor(x * 7) + Math.floor(y * 7)) % 2 ? 235 : 16);

test('a fade into white within five frames ends in no cut', () => {
  const { technical, signal } = measured((n) => mixed(squares, flat(255), ramp(n, 40, 45)), 3);
  expect(technical.scene_cuts).toEqual([]);
  expect(signal.fades).toMatchObject([{ kind: 'out' }]);
});

/** A card of one colour, of which `share` is left over black. */
const card = (luma: number, cb: number, cr: number, share: number): Uint8Array => {
  const planes = new Uint8Array(64 * 64 + 2 * 32 * 32);
  planes.fill(Math.round(luma * share), 0, 4096);
  planes.fill(Math.round(128 + (cb - 128) * share), 4096, 5120);
  return planes.fill(Math.round(128 + (cr - 128) * share), 5120);
};

test('a blue card, nearly as dark as black, fades out and in over all of its frames', () => {
  const shown = (n: number): number => (n < 60 ? 1 - ramp(n, 30, 49) : ramp(n, 60, 79));
  const { signal } = measured((n) => card(29, 240, 107, shown(n)), 4);
  expect(signal.fades).toMatchObject([{ kind: 'out' }, { kind: 'in' }]);
  const [out, up] = signal.fades ?? [];
  expect(Math.abs((out?.start ?? 0) - 1.2)).toBeLessThanOrEqual(2 * frame);
  expect(Math.abs((out?.end ?? 0) - 2)).toBeLessThanOrEqual(3 * frame);
  expect(Math.abs((up?.start ?? 0) - 2.4)).toBeLessThanOrEqual(3 * frame);
  expect(Math.abs((up?.end ?? 0) - 3.2)).toBeLessThanOrEqual(2 * frame);
});
