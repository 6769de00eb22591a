import { type Heard, withWords } from '../../../../layers/app/frames/with-words.ts';
import type { FramesPlan } from '../../../../layers/domain/frames/frames-plan.ts';
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
/** Two tiles a second, three to a sheet but for the last. */
const PLAN = {
  covered: [0, 4],
  rate: [2, 1],
  atSourceRate: false,
  sheets: [
    [0, 3],
    [3, 3],
    [6, 2],
  ],
} as unknown as FramesPlan;
const DRAWN = { result: { sheets: [], notes: [] } as unknown as StoredFrames, isUnheard: false };

test.each([
  ['keep their times where they are asked for', true, WORDS],
  ['are left to their lines elsewhere', undefined, undefined],
] as const)('words %s', (_, timesWords, words) => {
  const { result } = withWords(DRAWN, HEARD, { plan: PLAN, timesWords });
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
  const sheets = [0, 6, 8].map((t0) => ({ t0, qa_flags: [] }));
  const drawn = { ...DRAWN, result: { ...DRAWN.result, sheets } } as unknown as typeof DRAWN;
  const plan = { ...PLAN, covered: [0, 9] } as const;
  const transcript = HEARD.transcript && { ...HEARD.transcript, segments: [{ ...line, words }] };
  const { result } = withWords(drawn, { ...HEARD, transcript }, { plan, timesWords });
  expect(result.sheets.map(({ spoken }) => spoken)).toEqual(['sail', '', 'away']);
});

describe('words of a frame that stands', () => {
  const said = (frames: readonly (readonly [t0: number, n_frames: number])[]) => {
    const words = [0.5, 1.6, 3.2].map((start) => ({
      start,
      end: start,
      word: `${start}`,
      confidence,
    }));
    const segments = [{ start: 0, end: 4, text: '', confidence, words }];
    const transcript = HEARD.transcript && { ...HEARD.transcript, segments };
    const sheets = frames.map(([t0, n_frames]) => ({ t0, n_frames, qa_flags: [] }));
    const drawn = { ...DRAWN, result: { ...DRAWN.result, sheets } } as unknown as typeof DRAWN;
    const { result } = withWords(
      drawn,
      { ...HEARD, transcript },
      { plan: PLAN, timesWords: false },
    );
    return result.sheets.map(({ spoken }) => spoken);
  };

  test('are told with the sheets through which they are said', () => {
    expect(
      said([
        [0.2, 3],
        [0.2, 3],
        [0.2, 2],
      ]),
    ).toEqual(['0.5', '1.6', '3.2']);
  });

  test('begin with a frame that comes between two sheets', () => {
    expect(
      said([
        [0, 3],
        [1.3, 3],
        [1.3, 2],
      ]),
    ).toEqual(['0.5', '1.6', '3.2']);
    expect(
      said([
        [0, 3],
        [1.5, 3],
        [3.3, 2],
      ]),
    ).toEqual(['0.5', '1.6 3.2', '']);
  });

  test('go by frames alone where tiles were lost', () => {
    expect(
      said([
        [0, 3],
        [3.1, 1],
      ]),
    ).toEqual(['0.5 1.6', '3.2']);
  });
});

test('sheets behind the end of a transcript say that nothing is told of what is said there', () => {
  const sheets = [0, 1.5, 3].map((t0) => ({ t0, n_frames: 1, qa_flags: ['cut:0.20'] }));
  const drawn = { ...DRAWN, result: { ...DRAWN.result, sheets } } as unknown as typeof DRAWN;
  const flagsOf = (truncated?: { next_start: number }) => {
    const transcript = HEARD.transcript && { ...HEARD.transcript, ...(truncated && { truncated }) };
    const { result } = withWords(
      drawn,
      { ...HEARD, transcript },
      { plan: PLAN, timesWords: false },
    );
    return result.sheets.map(({ qa_flags }) => qa_flags.slice(1));
  };
  const left = ['untranscribed:2.00-4.00'];
  expect(flagsOf({ next_start: 2 })).toEqual([[], left, left]);
  expect(flagsOf()).toEqual([[], [], []]);
});
