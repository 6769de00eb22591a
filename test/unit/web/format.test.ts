import { tilesSpan } from '../../../web/ui/format.ts';

test.each([
  [0, 1, '0:00.0 to 0:01.0'],
  [3.6, 4.6, '0:03.6 to 0:04.6'],
  [59.95, 60.9, '0:59.95 to 1:00.90'],
  [0.5, 0.5, '0:00.50'],
])('tiles from %d s to %d s are told as %s', (t0, t1, told) => {
  expect(tilesSpan({ t0, t1 })).toBe(told);
});
