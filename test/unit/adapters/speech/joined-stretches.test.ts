import {
  joinedStretches,
  wordsOfStretches,
} from '../../../../layers/adapters/speech/joined-stretches.ts';

const HERTZ = 16_000;
const STRETCHES = [
  { start: 10, samples: HERTZ },
  { start: 70, samples: 2 * HERTZ },
];
const heard = (content: string, start_time: number, end_time: number) => ({
  type: 'pronunciation',
  start_time,
  end_time,
  alternatives: [{ content, confidence: 0.9 }],
});
const mark = (content: string) => ({ type: 'punctuation', alternatives: [{ content }] });

test('stretches are joined with half a second of silence between them', () => {
  const samples = new Int16Array(3 * HERTZ).fill(7);
  const joined = joinedStretches(STRETCHES, samples);
  expect(joined).toHaveLength(3.5 * HERTZ);
  expect([...new Set(joined.subarray(HERTZ, 1.5 * HERTZ))]).toEqual([0]);
  expect(joined.filter((sample) => sample === 7)).toHaveLength(samples.length);
});

test('each stretch gets its own words, at their seconds in the video', () => {
  const items = [heard('Good', 0.1, 0.4), mark('.'), heard('Who', 1.6, 1.9), mark('?')];
  const words = wordsOfStretches({ results: { language_code: 'en-US', items } }, '', STRETCHES);
  expect(words).toMatchObject([
    { language: 'en-US', segments: [{ start: 10.1, end: 10.4, text: 'Good.' }] },
    { language: 'en-US', segments: [{ start: 70.1, end: 70.4, text: 'Who?' }] },
  ]);
});

test('a stretch in which nothing was heard has no language', () => {
  const items = [heard('Good', 0.1, 0.4)];
  const words = wordsOfStretches({ results: { language_code: 'en-US', items } }, '', STRETCHES);
  expect(words[1]).toEqual({ language: null, segments: [] });
});
