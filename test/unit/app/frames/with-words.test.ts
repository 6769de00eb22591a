import { type Heard, withWords } from '../../../../layers/app/frames/with-words.ts';
import type { StoredFrames } from '../../../../layers/domain/frames/stored-frames.ts';

const confidence = 0.9;
const WORDS = [{ start: 1, end: 1.4, word: 'sail', confidence }];
const HEARD: Heard = {
  notes: [],
  transcript: {
    language: 'en',
    source: 'transcribed',
    text: 'sail',
    segments: [{ start: 1, end: 1.4, text: 'sail', confidence, words: WORDS }],
    speech: { is_speech: true, confidence, reason: '' },
    low_confidence: [],
  },
};
const DRAWN = { result: { sheets: [], notes: [] } as unknown as StoredFrames, isUnheard: false };

test.each([
  ['keep their times where they are asked for', true, WORDS],
  ['are left to their lines elsewhere', undefined, undefined],
] as const)('words %s', (_, timesWords, words) => {
  const { result } = withWords(DRAWN, HEARD, { covered: [0, 4], timesWords });
  expect(result.transcript?.segments[0]?.words).toEqual(words);
});

test.each([undefined, true])('sheets tell words at their own times (kept: %s)', (timesWords) => {
  const line = { start: 0, end: 9, text: 'sail away', confidence };
  const words = [0.5, 8].map((start, at) => ({
    start,
    end: start + 0.5,
    word: ['sail', 'away'][at] ?? '',
    confidence,
  }));
  const sheets = [{ t0: 0 }, { t0: 6 }, { t0: 8 }];
  const drawn = { ...DRAWN, result: { ...DRAWN.result, sheets } } as typeof DRAWN;
  const transcript = HEARD.transcript && { ...HEARD.transcript, segments: [{ ...line, words }] };
  const { result } = withWords(drawn, { ...HEARD, transcript }, { covered: [0, 9], timesWords });
  expect(result.sheets.map(({ spoken }) => spoken)).toEqual(['sail', '', 'away']);
});
