import { boundedFindings } from '../../../../layers/domain/frames/findings-limit.ts';
import { TECHNICAL_SKIPPED } from '../../../../layers/domain/frames/technical.ts';

const flash = (start: number) => ({ start, end: start + 0.1, confidence: 0.9 });
const signal = (count: number) => ({
  mode: 'basic' as const,
  frames_read: 100,
  dissolves: [],
  inserts: Array.from({ length: count }, (_, at) => ({ at, frames: 1, confidence: 1 })),
  flashes: Array.from({ length: count }, (_, at) => flash(at)),
});

test('lists of more findings than an answer tells are cut, and notes say where', () => {
  const technical = { ...TECHNICAL_SKIPPED, scene_cuts: [1, 2, 3, 4, 5] };
  const found = boundedFindings(technical, signal(4), 3);
  expect(found.technical.scene_cuts).toEqual([1, 2, 3]);
  expect(found.signal?.flashes.map(({ start }) => start)).toEqual([0, 1, 2]);
  expect(found.notes).toEqual([
    'technical.scene_cuts tells the first 3 of 5, up to 3 s. Ask for a window that starts there for the rest.',
    'signal.inserts tells the first 3 of 4, up to 2 s. Ask for a window that starts there for the rest.',
    'signal.flashes tells the first 3 of 4, up to 2 s. Ask for a window that starts there for the rest.',
  ]);
});

test('what fits is left as it is', () => {
  const found = boundedFindings(TECHNICAL_SKIPPED, signal(3), 3);
  expect(found).toEqual({ technical: TECHNICAL_SKIPPED, signal: signal(3), notes: [] });
  expect(boundedFindings(TECHNICAL_SKIPPED, undefined).signal).toBeUndefined();
  expect(boundedFindings(TECHNICAL_SKIPPED, signal(10_000)).notes).toEqual([]);
});
