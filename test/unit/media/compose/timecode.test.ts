import fc from 'fast-check';
import { stampTexts, timecodeAfter } from '../../../../layers/media/compose/stamp-text.ts';
import { probeOf } from '../../../support/fakes/probe-of.ts';

test.each([
  ['00:00:59;28', 1, '00:00:59;29'],
  ['00:00:59;29', 1, '00:01:00;02'],
  ['00:09:59;29', 1, '00:10:00;00'],
  ['10:59:59;28', 2, '11:00:00;00'],
  ['23:59:59;29', 1, '00:00:00;00'],
])('drop-frame counting goes from %s by %d to %s', (from, frames, to) => {
  expect(timecodeAfter(from, frames, 30_000 / 1001)).toBe(to);
});

test.each([
  ['15:44:35:10', 15, 30_000 / 1001, '15:44:35:25'],
  ['23:59:59:24', 1, 25, '00:00:00:00'],
  ['01:00:00:00', 60, 59.94, '01:00:01:00'],
  ['00:00:59;58', 2, 59.94, '00:01:00;04'],
])('%s and %d frames at %d per second make %s', (from, frames, rate, to) => {
  expect(timecodeAfter(from, frames, rate)).toBe(to);
});

test('each frame of a day has a timecode of its own, in order, in both ways of counting', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_589_407 - 1 }),
      fc.constantFrom('00:00:00;00', '00:00:00:00'),
      (frames, start) => {
        const [here, next] = [frames, frames + 1].map((n) => timecodeAfter(start, n, 29.97));
        expect((here ?? '') < (next ?? '')).toBe(true);
        expect(timecodeAfter(here ?? '', 1, 29.97)).toBe(next);
      },
    ),
  );
});

test('a tile carries its second, and its timecode where the file has one', () => {
  const { picture } = probeOf(10, { timecode: '01:00:00:00', rate: [25, 1] });
  if (!picture) throw new Error('the probe has a picture');
  expect(stampTexts({ rate: [2, 1] }, picture, 2.52)).toEqual(['2.52s', '01:00:02:13']);
  expect(stampTexts({ rate: [30, 1] }, { ...picture, timecode: null }, 0.0333)).toEqual(['0.033s']);
});
