import type { FramesResult } from '../../../web/api/types.ts';
import { lanesOf } from '../../../web/video/lanes.ts';

test('what goes on at the end of a call that was cut short is drawn as far as it looked', () => {
  const read = {
    window: [0, 34],
    coverage: { truncated: { requested_end: 34, next_start: 12, reason: '' } },
    technical: { skipped: true },
    signal: {
      dissolves: [],
      flashes: [],
      inserts: [],
      overlays: [{ start: 10, end: null, region: [0, 0, 1, 1], confidence: 0.9 }],
    },
  } as unknown as FramesResult;
  const lanes = lanesOf([read], undefined);
  expect(lanes.find(({ name }) => name === 'overlays')?.marks).toEqual([
    { start: 10, end: 12, label: 'overlay', confidence: 0.9 },
  ]);
});

test('a line is listed once, though two reads tell its end otherwise', () => {
  const readOf = (window: number[], ends: number[]) => ({
    window,
    coverage: {},
    technical: { skipped: true },
    on_screen_text: ends.map((end) => ({ start: 9.4, end, text: 'presents' })),
  });
  const writing = (...reads: object[]) =>
    lanesOf(reads as FramesResult[], undefined).find(({ name }) => name === 'writing')?.marks;
  expect(writing(readOf([0, 52], [10.5]), readOf([9, 11], [11]))).toEqual([
    { start: 9.4, end: 11, label: 'presents' },
  ]);
  // Of one read both are there, each at a place of its own.
  expect(writing(readOf([0, 52], [12, 10.5]), readOf([8, 20], [12, 10.5]))).toHaveLength(2);
});
