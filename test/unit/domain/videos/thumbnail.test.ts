import type { StoredFrames } from '../../../../layers/domain/frames/stored-frames.ts';
import { TECHNICAL_SKIPPED } from '../../../../layers/domain/frames/technical.ts';
import { thumbnailOf } from '../../../../layers/domain/videos/thumbnail.ts';

const geometry = {
  grid: [2, 2],
  frames_per_sheet: 4,
  tile: [100, 50],
  sheet: [202, 102],
  frame_interval_ms: 1000,
} satisfies StoredFrames['geometry'];

const sheet = (page: number, frame_times: number[]): StoredFrames['sheets'][number] => ({
  page,
  t0: frame_times[0] ?? 0,
  t1: frame_times.at(-1) ?? 0,
  n_frames: frame_times.length,
  frame_times,
  width: 202,
  height: 102,
  bytes: 9,
  estimated_vision_tokens: 1,
  spoken: '',
  qa_flags: [],
  key: `sheet-${page}.jpg`,
});

const sheets = [sheet(1, [0, 1, 2, 3]), sheet(2, [4, 5])];

test.each<[string, [number, number][], string, number[]]>([
  ['the first tile where nothing is black', [], 'sheet-1.jpg', [0, 0, 100, 50]],
  ['the first tile after a black beginning', [[0, 2.5]], 'sheet-1.jpg', [102, 52, 100, 50]],
  ['a later sheet after a black one', [[0, 4.2]], 'sheet-2.jpg', [102, 0, 100, 50]],
  ['the first tile of a video that is all black', [[0, 9]], 'sheet-1.jpg', [0, 0, 100, 50]],
])('a video is shown by %s', (_, blacks, key, tile) => {
  const technical = {
    ...TECHNICAL_SKIPPED,
    skipped: false,
    blacks: blacks.map(([start, end]) => ({ start, end, duration: end - start })),
  };
  expect(thumbnailOf({ sheets, geometry, technical })).toEqual({ key, sheet: [202, 102], tile });
});

test('a long film, of which nobody looked for black, is not shown by how it begins', () => {
  const minutes = Array.from({ length: 30 }, (_, minute) => minute * 60);
  const wide = { ...geometry, grid: [10, 3] as [number, number], frames_per_sheet: 30 };
  const technical = TECHNICAL_SKIPPED;
  expect(
    thumbnailOf({ sheets: [sheet(1, minutes)], geometry: wide, technical })?.tile.slice(0, 2),
  ).toEqual([3 * 102, 0]);
});

test('nothing shows a video of which no sheet was drawn', () => {
  expect(thumbnailOf({ sheets: [], geometry, technical: TECHNICAL_SKIPPED })).toBeUndefined();
});
