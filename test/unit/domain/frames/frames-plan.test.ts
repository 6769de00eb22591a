import fc from 'fast-check';
import { framesPrice } from '../../../../layers/domain/accounts/prices.ts';
import { FramesRequest } from '../../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../../layers/domain/frames/frames-plan.ts';
import { LEVEL_SPECS, LEVELS, type Level } from '../../../../layers/domain/frames/levels.ts';
import { tileSecond } from '../../../../layers/domain/frames/tile-second.ts';
import { windowSeconds } from '../../../../layers/domain/window.ts';
import { probeOf } from '../../../support/fakes/probe-of.ts';

const plan = (duration: number, question: Record<string, unknown> = {}, picture = {}) =>
  planFrames(
    FramesRequest.parse({ url: 'upl_x', qa: false, signals: 'off', ...question }),
    probeOf(duration, picture),
  );

const refusal = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error as { type: string; detail: Record<string, unknown> };
  }
  throw new Error('nothing was refused');
};

test.each([
  [0.2, 'single'],
  [0.201, 'detail'],
  [2.4, 'detail'],
  [12, 'detail'],
  [12.01, 'standard'],
  [72, 'standard'],
  [72.01, 'overview'],
  [7200, 'overview'],
])('auto reads a window of %d s at %s', (seconds, level) => {
  expect(plan(10_000, { start: 5, end: 5 + seconds }).level).toBe(level);
});

test('auto reckons with the rate and the grid that were asked', () => {
  expect(plan(100, { fps: 1 }).level).toBe('standard');
  expect(plan(30, { cols: 1, rows: 1 }).level).toBe('overview');
  expect(plan(30, { fps: 2 }).level).toBe('detail');
});

test.each([
  [210, 420, '2'],
  [420, 420, '1'],
  [840, 420, '0.5'],
  [841, 420, 'less'],
  [36_000, 420, 'less'],
])('an overview of %d s takes %d tiles', (seconds, tiles) => {
  const { tiles: planned, coverage } = plan(seconds, { detail: 'overview' });
  expect(planned).toBe(tiles);
  expect(coverage.is_full_video).toBe(true);
});

test.each([{ fps: 25 }, { cols: 1, rows: 1 }, { fps: 120, overlap: true }])(
  'an overview with %o is whole, and says what it made of the rate',
  (options) => {
    const { coverage, notes } = plan(75, { detail: 'overview', ...options });
    expect(coverage.is_full_video).toBe(true);
    expect(notes).toEqual([expect.stringMatching(/^A tile every \d/)]);
  },
);

test.each([
  [{ cols: 1, rows: 1, overlap: true }, 1],
  [{ cols: 2, rows: 1, overlap: true }, 0],
  [{ cols: 1, rows: 1 }, 0],
])('%o at standard has %d notes: sheets of one tile have nothing to overlap', (options, count) => {
  const { notes } = plan(20, { detail: 'standard', ...options });
  expect(notes).toHaveLength(count);
});

test('a sheet that would be too high is narrower than asked, which is said', () => {
  const tall = plan(20, { detail: 'standard', cols: 1, rows: 7, sheet_width: 1000 });
  const [width] = tall.geometry.sheet;
  expect(width).toBeLessThan(1000);
  expect(tall.notes).toEqual([expect.stringContaining(`Sheets are ${width} pixels wide`)]);
  expect(plan(20, { detail: 'standard', sheet_width: 1000 }).notes).toEqual([]);
});

test('an overview of a grid that would hold more keeps to its rate', () => {
  expect(plan(900, { detail: 'overview', cols: 16, rows: 16 })).toMatchObject({
    tiles: 450,
    notes: [],
  });
});

test.each(LEVELS.filter((level) => level !== 'overview'))(
  'walking next_start at %s covers the video once, without a gap or a repeat',
  (level) => {
    const spec = LEVEL_SPECS[level];
    const step = spec.on_exceed === 'error' ? (spec.max_window_seconds ?? 0) : Infinity;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), (milliseconds) => {
        const duration = milliseconds / 1000;
        const seconds: number[] = [];
        for (let start = 0; start < duration; ) {
          const end = Math.min(duration, start + step);
          const { covered, tiles, rate, coverage } = plan(duration, { detail: level, start, end });
          for (let k = 0; k < tiles; k++) seconds.push(covered[0] + (k * rate[1]) / rate[0]);
          const next = coverage.truncated?.next_start ?? end;
          if (next <= start) throw new Error(`the walk stands still at ${start}`);
          start = Math.round(next * 1000) / 1000;
        }
        const interval = level === 'single' ? 0.2 : 1 / spec.fps;
        const [first = Number.NaN, ...later] = seconds;
        const steps = later.map((second, i) => second - (seconds[i] ?? Number.NaN));
        expect(first).toBe(0);
        expect(steps.filter((step) => !(step > 0 && step <= interval + 0.001))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  },
);

test.each([
  [24_000, 1001],
  [25, 1],
  [30_000, 1001],
  [60_000, 1001],
  [120, 1],
] as const)('walking every frame at %d/%d shows each once, wherever it begins', (...rate) => {
  const frames = 700;
  const duration = (frames * rate[1]) / rate[0];
  const toFrames = (second: number) => Math.ceil(((second + 0.0005) * rate[0]) / rate[1] - 1e-6);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(120, Math.floor((rate[0] / rate[1]) * 1000) / 1000),
      fc.boolean(),
      (milliseconds, cols, fps, overlap) => {
        const shown: number[] = [];
        const start = milliseconds / 1000;
        for (let next: number | undefined = start; next !== undefined; ) {
          const asked = { detail: 'standard', cols, rows: 3, fps, overlap, start: next };
          const part = plan(duration, asked, { rate, peakRate: rate });
          for (let k = 0; k < part.tiles; k++) shown.push(toFrames(tileSecond(part, k)) - 1);
          next = part.coverage.truncated?.next_start;
        }
        expect(shown).toEqual(Array.from(shown, (_, k) => (shown[0] ?? 0) + k));
        expect(shown.at(-1)).toBe(frames - 1);
      },
    ),
    // Frames of 1001/24000 s and its like change half a millisecond behind this second.
    { numRuns: 60, examples: [[1501, 1, Math.floor((rate[0] / rate[1]) * 1000) / 1000, false]] },
  );
});

test.each([
  [24_000, 1001],
  [30_000, 1001],
  [30, 1],
  [60, 1],
] as const)(
  'every frame at %d/%d is shown once, in a file that counts milliseconds too',
  (...rate) => {
    const millisecond = (frame: number) => Math.round((frame * rate[1] * 1000) / rate[0]);
    // The first frame is the second 0, wherever the file has it: its own time is rounded as well.
    for (let first = 0; first < 4; first++) {
      const pictures = Array.from(
        { length: 240 },
        (_, n) => millisecond(first + n) - millisecond(first),
      );
      const lastShown = (second: number) =>
        pictures.findLastIndex((at) => at < second * 1000 + 0.5);
      for (let milliseconds = 0; milliseconds < 1000; milliseconds++) {
        const start = milliseconds / 1000;
        const asked = { detail: 'motion', fps: 60, start, end: start + 0.6 };
        const part = plan(4, asked, { rate, peakRate: rate });
        const shown = Array.from({ length: part.tiles }, (_, k) => lastShown(tileSecond(part, k)));
        expect(shown).toEqual(Array.from(shown, (_, k) => (shown[0] ?? 0) + k));
      }
    }
  },
);

test.each(['fine', 'motion', 'single'] as const)(
  '%s refuses a longer window with a suggestion that works',
  (detail) => {
    const refused = refusal(() => plan(60, { detail, start: 12.5, end: 40 }));
    expect(refused).toMatchObject({ type: 'window_too_long_for_detail' });
    expect(refused.detail).toMatchObject({
      max_window_seconds: LEVEL_SPECS[detail].max_window_seconds,
    });
    expect(plan(60, refused.detail['suggestion'] as Record<string, unknown>).level).toBe(detail);
  },
);

test('detail covers the first full sheets of a longer window and says where to resume', () => {
  const { coverage, tiles } = plan(60, { detail: 'detail', start: 10, end: 50 });
  expect(tiles).toBe(60);
  expect(coverage).toMatchObject({
    covered_seconds: 12,
    is_full_video: false,
    gaps: [
      { start: 0, end: 10 },
      { start: 22, end: 60 },
    ],
    truncated: { requested_end: 50, next_start: 22 },
  });
});

test.each([
  [{ start: 11 }, { start: 0.5, end: 10.5 }],
  [
    { start: 8, end: 4 },
    { start: 4, end: 8 },
  ],
  [{ end: 11.5 }, { start: 0, end: 10.5 }],
])('the window %j is refused with one that works', (asked, suggestion) => {
  const refused = refusal(() => plan(10.5, asked));
  expect(refused).toMatchObject({ type: 'invalid_window', detail: { suggestion } });
});

test('an end just past the video means its end', () => {
  expect(plan(10.5, { end: 10.9 }).coverage.is_full_video).toBe(true);
});

test.each([
  [{ cols: 2, rows: 2 }, 40],
  [{ cols: 1, rows: 1 }, null],
])('single says how far its tiles lie apart where there are several: %o', (grid, interval) => {
  const { geometry } = plan(60, { detail: 'single', start: 4, fps: 25, ...grid });
  expect(geometry.frame_interval_ms).toBe(interval);
});

test('a note tells the interval of tiles as the geometry does', () => {
  const { geometry, notes } = plan(39.9, { detail: 'overview', fps: 25 });
  expect(notes).toEqual([
    expect.stringContaining(`every ${Number(geometry.frame_interval_ms) / 1000} s`),
  ]);
});

test('single with only a start shows the moment that starts there', () => {
  expect(plan(60, { detail: 'single', start: 59.9 })).toMatchObject({
    tiles: 1,
    covered: [59.9, 60],
  });
});

test.each<[Level, number, number]>([
  ['overview', 60, 100],
  ['overview', 61, 102],
  ['standard', 30, 100],
  ['detail', 12, 80],
  ['fine', 2, 400],
  ['motion', 1, 300],
  ['single', 0.1, 100],
])('%s over %d s costs %d hundredths', (detail, seconds, price) => {
  const { level, covered } = plan(600, { detail, start: 0, end: seconds });
  expect(framesPrice(level, windowSeconds(covered))).toBe(price);
});

test('more tiles than the source has frames are not drawn', () => {
  const slow = { rate: [12, 1], peakRate: [12, 1] } as const;
  expect(plan(10, { detail: 'motion', end: 1 }, slow)).toMatchObject({
    rate: [12, 1],
    fpsCappedToSource: true,
    tiles: 12,
  });
});

test('with overlap each sheet starts with the last tile of the one before', () => {
  const { sheets, tiles } = plan(20, { detail: 'standard', overlap: true });
  expect(tiles).toBe(100);
  for (const [i, [first]] of sheets.entries()) {
    const before = sheets[i - 1];
    if (before) expect(first).toBe(before[0] + before[1] - 1);
  }
  const last = sheets.at(-1);
  expect((last?.[0] ?? 0) + (last?.[1] ?? 0)).toBe(tiles);
});

test('every plan stays inside its caps, whatever is asked', () => {
  const questions = fc.record(
    {
      detail: fc.constantFrom('auto', ...LEVELS),
      start: fc.double({ min: 0, max: 400, noNaN: true }),
      end: fc.double({ min: 0, max: 400, noNaN: true }),
      fps: fc.double({ min: 0.000001, max: 120, noNaN: true }),
      cols: fc.integer({ min: 1, max: 16 }),
      rows: fc.integer({ min: 1, max: 16 }),
      sheet_width: fc.integer({ min: 200, max: 1568 }),
      overlap: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 400, noNaN: true }),
      questions,
      (duration, question) => {
        let planned: ReturnType<typeof plan>;
        try {
          planned = plan(duration, question);
        } catch (error) {
          expect((error as { type: string }).type).toMatch(
            /^(invalid_window|window_too_long_for_detail)$/,
          );
          return;
        }
        const { level, sheets, tiles, geometry, covered, coverage } = planned;
        const [tileWidth, tileHeight] = geometry.tile;
        expect(sheets.length).toBeLessThanOrEqual(LEVEL_SPECS[level].max_sheets_per_call);
        expect(tiles).toBeGreaterThan(0);
        expect(Math.max(...geometry.sheet)).toBeLessThanOrEqual(1568);
        expect(Math.min(tileWidth, tileHeight)).toBeGreaterThan(0);
        if (question.sheet_width !== undefined) {
          expect(geometry.sheet[0]).toBeLessThanOrEqual(question.sheet_width);
        }
        expect(covered[0]).toBeLessThanOrEqual(covered[1]);
        expect(coverage.covered_seconds).toBeLessThanOrEqual(coverage.of_total + 0.001);
        expect(framesPrice(level, windowSeconds(covered))).toBeGreaterThan(0);
      },
    ),
    { numRuns: 500 },
  );
});
