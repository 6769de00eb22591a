import fc from 'fast-check';
import { speechWindows } from '../../../../layers/domain/transcript/speech-windows.ts';

const HERTZ = 16_000;
const of = (...seconds: number[]) =>
  seconds.map((length, at) => ({ start: 100 * at, samples: length * HERTZ }));

test.each<[string, number[], number[]]>([
  ['nothing is no window', [], []],
  ['what fits is one window', [40, 40, 20], [3]],
  ['a window is never longer than it may be', [40, 40, 21, 60], [2, 2]],
  ['a stretch that is longer than a window is one by itself', [120, 30], [1, 1]],
])('%s', (_, lengths, counts) => {
  expect(speechWindows(of(...lengths), 100).map(({ length }) => length)).toEqual(counts);
});

test('windows hold all stretches in their order, and two neighbours never fit into one', () => {
  const stretches = fc.array(fc.integer({ min: 1, max: 60 * HERTZ }), { maxLength: 60 });
  fc.assert(
    fc.property(stretches, fc.integer({ min: 30, max: 600 }), (samples, seconds) => {
      const all = samples.map((count, at) => ({ start: at, samples: count }));
      const windows = speechWindows(all, seconds);
      expect(windows.flat()).toEqual(all);
      const length = (window: typeof all) => window.reduce((sum, one) => sum + one.samples, 0);
      for (const [at, window] of windows.entries()) {
        const [first] = windows[at + 1] ?? [];
        if (window.length > 1) expect(length([...window])).toBeLessThanOrEqual(seconds * HERTZ);
        if (first) expect(length([...window, first])).toBeGreaterThan(seconds * HERTZ);
      }
    }),
  );
});

test('a day of speech is in no more windows than one execution carries', () => {
  const stretches = of(...Array.from({ length: (24 * 3600) / 20 }, () => 20));
  const windows = speechWindows(stretches, 300);
  expect(windows.length).toBeLessThanOrEqual(150);
  expect(windows.flat()).toEqual(stretches);
});
