import { segmentsOf } from '../../../../layers/domain/transcript/segments.ts';
import type { Word } from '../../../../layers/domain/transcript/transcript.ts';

/** Words of 0.3 s, with the pause before each. */
function spoken(...words: (readonly [pause: number, word: string])[]): Word[] {
  let at = 0;
  return words.map(([pause, word]) => {
    const start = at + pause;
    at = start + 0.3;
    return { start, end: at, word, confidence: 0.9 };
  });
}
const textsOf = (words: Word[]) => segmentsOf(words).map(({ text }) => text);

test('a segment ends in a pause, however long', () => {
  const words = spoken([0, 'one'], [0.1, 'two'], [0.6, 'three'], [3600, '4']);
  expect(textsOf(words)).toEqual(['one two', 'three', '4']);
});

test('a segment ends after a sentence when the speaker takes a breath, not within a number', () => {
  const words = spoken([0, 'It'], [0.05, 'cost'], [0.05, '3.50.'], [0.25, 'Fine.'], [0.05, 'Yes']);
  expect(textsOf(words)).toEqual(['It cost 3.50.', 'Fine. Yes']);
});

test('speech without pauses ends at the next sentence or breath after twelve seconds', () => {
  const words = spoken(
    ...Array.from({ length: 60 }, (_, at) => [at === 45 ? 0.16 : 0.01, `w${at}`] as const),
  );
  const [first, ...rest] = segmentsOf(words);
  expect(first?.words).toHaveLength(45);
  expect(rest).toHaveLength(1);
});

test('words stand inside their segments, in order, and lose nothing', () => {
  const words = spoken([0.2, 'a'], [0.7, 'b'], [0.01, 'c.'], [0.3, 'd']);
  const segments = segmentsOf(words);
  expect(segments.flatMap((segment) => segment.words)).toEqual(words);
  for (const { start, end, words: own = [] } of segments) {
    expect([own.at(0)?.start, own.at(-1)?.end]).toEqual([start, end]);
  }
});

test('scripts without spaces are written without spaces', () => {
  expect(textsOf(spoken([0, '今日'], [0, 'は'], [0, '晴れ。'], [0, 'OK'], [0, '次']))).toEqual([
    '今日は晴れ。 OK 次',
  ]);
});
