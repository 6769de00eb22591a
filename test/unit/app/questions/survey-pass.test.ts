import type { Answerer } from '../../../../layers/app/ports/questions/answerer.ts';
import { surveyPass } from '../../../../layers/app/questions/survey-pass.ts';
import { DomainError } from '../../../../layers/domain/errors.ts';

const said = (start: number, text: string) => ({ start, end: start + 2, text, confidence: 1 });

test('where one frame stands, words and failures keep the seconds of their own sheets', async () => {
  const prompts: string[] = [];
  const answerer: Answerer = {
    name: 'some',
    picturesPerCall: 1,
    ask: async ({ content }) => {
      const prompt = content.map((part) => ('text' in part ? part.text : '')).join('\n');
      prompts.push(prompt);
      if (prompt.includes('Second.')) throw new DomainError('processing_failed', 'It fails.');
      const stamps = { first: '0:00.00', last: '0:00.00' };
      return { json: { stamps, notes: [], open: [] }, tokens: { input: 0, output: 0 } };
    },
  };
  // The first frame stands to the end.
  const frame_times = [0, 0];
  const sheets = ['1', '2', '3'].map((key) => ({ key, width: 28, height: 28, t0: 0, frame_times }));
  const stretches = [
    [0, 30],
    [30, 60],
    [60, 90],
  ];
  const material = {
    sheets,
    stretches,
    window: [0, 90],
    interval: 1,
    sheetsPerChunk: 1,
    events: [],
    transcript: { segments: [said(10, 'First.'), said(40, 'Second.'), said(70, 'Third.')] },
  } as unknown as Parameters<typeof surveyPass>[1];
  const { failed } = await surveyPass(
    {
      answerer,
      artifacts: { get: async () => new Uint8Array(1) },
      step: (_name, run) => run(),
      fence: { nonce: '0f9e' },
      report: () => {},
    } as Parameters<typeof surveyPass>[0],
    material,
    { question: undefined, context: [], instructions: undefined, schema: undefined },
    new AbortController().signal,
  );
  const words = prompts.map((prompt) => prompt.match(/(First|Second|Third)\./g));
  expect(words).toEqual([['First.'], ['Second.'], ['Third.']]);
  expect(failed.map(({ window }) => window)).toEqual([[30, 60]]);
});
