import { oneAfterTheOther } from '../../../../layers/media/measure/overlays/rewritten.ts';
import { grey, landscape, measured, noisy } from './scenes.ts';

const view = landscape(3);
/** Letters as these pictures show them: columns of one line, each in a grey of its own. */
const letters = (line: number, column: number): number =>
  150 + ((Math.imul(column + 7 * line, 0x9e3779b1) >>> 8) % 100);

const written = (line: number) =>
  grey((x, y) =>
    y >= 0.84 && y < 0.92 && x >= 0.2 && x < 0.8
      ? letters(line, Math.floor(x * 64))
      : view(x, y) / 2,
  );

test('lines that follow each other in one place are told each by itself', () => {
  const bare = grey((x, y) => view(x, y) / 2);
  const lines = [written(1), written(2), written(3)] as const;
  for (const gap of [0, 2]) {
    const { signal } = measured((frame) => {
      const line = Math.floor((frame - 25) / 40);
      const isBare = line < 0 || line > 2 || (frame - 25) % 40 >= 40 - gap;
      return noisy(isBare ? bare : (lines[line as 0 | 1 | 2] ?? bare), frame, 3);
    }, 7);
    const seconds = signal.overlays?.map(({ start, end }) => [start, end]);
    expect([gap, seconds]).toEqual([
      gap,
      [1, 2.6, 4.2].map((start) => [start, expect.closeTo(start + 1.6 - gap / 25, 2)]),
    ]);
  }
});

const overlay = { start: 1, end: 5, region: [0.1, 0.8, 0.9, 0.9], confidence: 0.9 } as const;

test('what is written anew all the time is one overlay, and its own coming and going part nothing', () => {
  const one = { ...overlay, region: [...overlay.region] as [number, number, number, number] };
  const clock = [1.5, 2, 2.5, 3, 3.5, 4, 4.5];
  expect(oneAfterTheOther(one, clock, 9)).toEqual([one]);
  expect(oneAfterTheOther(one, [1.04, 4.9], 9)).toEqual([one]);
  expect(oneAfterTheOther({ ...one, end: null }, [3], 9)).toEqual([
    { ...one, end: 3 },
    { ...one, start: 3, end: null },
  ]);
});
