import { framesQuestion } from '../../../../layers/app/operations/result-key.ts';
import { FramesRequest } from '../../../../layers/domain/frames/frames.ts';
import { type FramesPlan, planFrames } from '../../../../layers/domain/frames/frames-plan.ts';
import { MINUTE } from '../../../support/fakes/fake-engine.ts';

const VIDEO = { version: '1' };

/** What the result of a call depends on, as it is digested. */
function keyOf(
  body: object = {},
  {
    video = VIDEO,
    plan = {},
    recogniser = 'sphinx',
    textReader = 'reader',
  }: {
    video?: object;
    plan?: Partial<FramesPlan>;
    recogniser?: string | null;
    textReader?: string | null;
  } = {},
): string {
  const request = FramesRequest.parse({ upload_id: 'upl_1', ...body });
  const planned = { ...planFrames(request, MINUTE), ...plan };
  return JSON.stringify(
    framesQuestion({ ...VIDEO, ...video }, request, planned, { recogniser, textReader }),
  );
}

test.each([
  ['the language in capitals', { language: 'EN' }, { language: 'en' }],
  ['the level that auto takes', {}, { detail: 'standard' }],
  ['the whole window by its seconds', {}, { start: 0, end: 60 }],
  ['links or bytes', { return: 'base64' }, { return: 'urls' }],
  ['where the end is told', { webhook_url: 'https://a.example/' }, { idempotency_key: 'k' }],
  [
    'the language of words that nobody wants',
    { transcribe: false, language: 'de' },
    { transcribe: false },
  ],
])('%s makes no other drawing', (_, one, other) => {
  expect(keyOf(one)).toBe(keyOf(other));
});

test('other words of ours make no other drawing', () => {
  const coverage = { ...planFrames(FramesRequest.parse({ url: 'a' }), MINUTE).coverage, gaps: [] };
  expect(keyOf({}, { plan: { notes: ['Said otherwise.'], coverage } })).toBe(keyOf());
});

test.each([
  ['the level', { detail: 'overview' }],
  ['the rate', { fps: 0.5 }],
  ['a rate beyond the frames of the source, which the result tells', { fps: 26 }],
  ['the window', { start: 1 }],
  ['the grid', { cols: 3 }],
  ['the width of a sheet', { sheet_width: 800 }],
  ['a tile that two sheets share', { detail: 'detail', overlap: true, fps: 3 }],
  ['what is measured', { qa: false }],
  ['what is looked for', { signals: 'basic' }],
  ['whether words are heard', { transcribe: false }],
  ['the language of the words', { language: 'en' }],
  ['whether writing is read', { read_text: true }],
])('%s makes another drawing', (_, body) => {
  const { overlap: _overlap, ...plain } = { overlap: undefined, ...body };
  expect(keyOf(body)).not.toBe('overlap' in body ? keyOf(plain) : keyOf());
});

test('another recogniser, other bytes or a master that came back make another drawing', () => {
  const others = [
    keyOf({}, { recogniser: 'whisper' }),
    keyOf({}, { recogniser: null }),
    keyOf({}, { video: { version: '2' } }),
    keyOf({}, { video: { restored_at: '2026-05-01T12:00:00.000Z' } }),
  ];
  expect(new Set([...others, keyOf()]).size).toBe(5);
});

test('who reads writing matters where it is read, and nowhere else', () => {
  const other = { textReader: 'another' };
  expect(keyOf({ read_text: true }, other)).not.toBe(keyOf({ read_text: true }));
  expect(keyOf({}, other)).toBe(keyOf());
});
