import { later } from '../../../../../layers/adapters/links/fetch/caption-clock.ts';

test('captions come later by their times alone, and keep what else their lines hold', () => {
  const cues = [
    '1\n00:01.000 --> 00:02.500 align:start\nAt 12:30.5 --> we meet',
    '10:00:59.500-->10:01:00.000\nlast',
  ];
  expect(cues.map((cue) => later(cue, 3.25))).toEqual([
    '1\n00:00:04.250 --> 00:00:05.750 align:start\nAt 12:30.5 --> we meet',
    '10:01:02.750-->10:01:03.250\nlast',
  ]);
  expect(later('00:01.000 --> 00:05.000\nfirst', -3)).toBe('00:00:00.000 --> 00:00:02.000\nfirst');
});

test('a caption of a million digits is passed over', () => {
  // Looked at from each of its digits anew, it would take a quarter of an hour.
  const line = `--> ${'1'.repeat(1_000_000)}`;
  expect(later(line, 1)).toBe(line);
});
