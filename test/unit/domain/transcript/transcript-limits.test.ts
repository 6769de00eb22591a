import fc from 'fast-check';
import { cutToWindow } from '../../../../layers/domain/transcript/segments.ts';
import {
  type Limited,
  limited,
  TranscriptSize,
} from '../../../../layers/domain/transcript/transcript-limits.ts';

const segment = (start: number, end: number, text = 'one two') => ({
  start,
  end,
  text,
  confidence: 1,
});
/** One after the other, a second each. */
const many = (count: number, text?: string) =>
  Array.from({ length: count }, (_, at) => segment(at, at + 1, text));

test.each([
  ['5,000 segments', many(6_000), 5_000],
  ['20,000 words', many(3_000, Array(10).fill('word').join(' ')), 2_000],
  ['300,000 characters', many(400, 'x'.repeat(1_000)), 300],
])('a transcript ends with %s, and tells where to go on', (_, segments, count) => {
  const { segments: kept, nextStart, leftOut } = limited(segments, [0, segments.length]);
  expect([kept.length, nextStart, leftOut]).toEqual([count, count, 0]);
});

test('one that fits is whole', () => {
  const segments = many(5_000);
  expect(limited(segments, [0, 5_000])).toEqual({ segments, nextStart: null, leftOut: 0 });
});

test('one segment that is longer than a transcript is told whole', () => {
  const segments = [segment(0, 10, 'x'.repeat(400_000)), segment(10, 12)];
  expect(limited(segments, [0, 60])).toMatchObject({ segments: [segments[0]], nextStart: 10 });
});

test('what is shown during others beyond the limit is counted as left out', () => {
  const segments = Array.from({ length: 7_000 }, () => segment(1, 2));
  expect(limited(segments, [0, 60])).toMatchObject({ nextStart: 2, leftOut: 2_000 });
  expect(limited(segments, [0, 2])).toMatchObject({ nextStart: null, leftOut: 2_000 });
});

test('walking from end to end gives each segment once, overlapping or not', () => {
  const ms = (most: number) => fc.integer({ min: 1, max: most });
  // Long texts, so that a few segments fill a transcript.
  const said = fc.record({ gap: ms(3_000), long: ms(9_000), letters: ms(150_000) });
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 40 }), (asked) => {
      let at = 0;
      const all = asked.map(({ gap, long, letters }, number) => {
        at += gap;
        return segment(at / 1000, (at + long) / 1000, `${number} ${'x'.repeat(letters)}`);
      });
      const end = Math.max(...all.map((one) => one.end)) + 1;
      const seen: string[] = [];
      let left = 0;
      for (let start: number | null = 0; start !== null; ) {
        const fits: Limited<ReturnType<typeof segment>> = limited(cutToWindow(all, [start, end]), [
          start,
          end,
        ]);
        const size = new TranscriptSize();
        for (const one of fits.segments) size.add(one);
        expect(fits.segments.length === 1 || !size.isOver).toBe(true);
        seen.push(...fits.segments.map(({ text }) => text));
        left += fits.leftOut;
        expect(fits.nextStart ?? end).toBeGreaterThan(start);
        start = fits.nextStart;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length + left).toBe(all.length);
    }),
    { numRuns: 300 },
  );
});
