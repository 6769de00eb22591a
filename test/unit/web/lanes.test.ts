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
