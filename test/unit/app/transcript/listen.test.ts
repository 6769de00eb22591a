import type { Recognised } from '../../../../layers/app/ports/transcript/speech.ts';
import { makeListen } from '../../../../layers/app/transcript/listen.ts';
import { DomainError } from '../../../../layers/domain/errors.ts';
import { segmentsOf } from '../../../../layers/domain/transcript/segments.ts';
import type { VideoRecord } from '../../../../layers/domain/videos/video-record.ts';
import { MINUTE } from '../../../support/fakes/fake-engine.ts';
import { fakeSpeech } from '../../../support/fakes/fake-speech.ts';

const video = { probe: MINUTE } as VideoRecord;
const SOURCE = {
  version: undefined,
  stored: { source_key: 'k', size_bytes: 1, sha256: null },
};
const stretch = (start: number) => ({ start, samples: Int16Array.of(start) });
const word = (start: number, end: number, text: string, confidence = 0.9) => ({
  start,
  end,
  word: text,
  confidence,
});
let fake: ReturnType<typeof fakeSpeech>;

beforeEach(() => {
  fake = fakeSpeech();
});

const listen = (parts: object = {}, language = 'auto', of = video) =>
  makeListen({
    sidecar: async () => undefined,
    captions: { captions: async () => undefined },
    ...fake,
    ...parts,
  })({ video: of, source: SOURCE, window: [0, 60], language }, new AbortController().signal);

test('words stand at the seconds of their stretch, in order, whichever is recognised first', async () => {
  fake.found.stretches = [stretch(10), stretch(20), stretch(30)];
  const later = Promise.withResolvers<Recognised>();
  const recognised = (text: string) => ({
    language: 'en',
    segments: segmentsOf([word(0.5, 1, text)]),
  });
  fake.recognise = async ([at]) => {
    if (at === 10) return later.promise;
    later.resolve(recognised('first'));
    return recognised(at === 20 ? 'second' : 'third');
  };
  const { transcript, notes } = await listen();
  expect(transcript).toMatchObject({
    text: 'first second third',
    language: 'en',
    source: 'transcribed',
  });
  expect(transcript.segments.map(({ start }) => start)).toEqual([10.5, 20.5, 30.5]);
  expect(transcript.segments[0]?.words).toEqual([word(10.5, 11, 'first')]);
  expect(notes).toEqual(['Recognised by fake.']);
});

test('no more stretches are recognised at once than the recogniser takes', async () => {
  fake.found.stretches = [1, 2, 3, 4, 5, 6].map(stretch);
  let [running, most] = [0, 0];
  fake.recognise = async () => {
    running++;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running--;
    return { language: null, segments: [] };
  };
  await listen();
  expect(most).toBe(2);
});

test('what a recogniser heard into music is not returned', async () => {
  fake.found = {
    stretches: [stretch(1)],
    speech: { is_speech: false, confidence: 0.9, reason: 'Music.' },
  };
  fake.recognise = async () => ({ language: 'en', segments: segmentsOf([word(0, 1, 'invented')]) });
  const { transcript } = await listen();
  expect(transcript).toMatchObject({ text: '', segments: [], language: null, low_confidence: [] });
});

test('passages below one half are told as uncertain', async () => {
  fake.found.stretches = [stretch(0)];
  fake.recognise = async () => ({
    language: null,
    segments: segmentsOf([word(0, 1, 'sure'), word(5, 6, 'perhaps', 0.3)]),
  });
  const { transcript } = await listen();
  expect(transcript.low_confidence).toEqual([
    { start: 5, end: 6, text: 'perhaps', confidence: 0.3 },
  ]);
});

test('speech without a recogniser fails, music without one does not', async () => {
  await expect(listen({ transcriber: undefined })).rejects.toMatchObject({
    type: 'processing_failed',
  });
  fake.found.speech = { is_speech: false, confidence: 1, reason: 'There is no sound.' };
  const { transcript } = await listen({ transcriber: undefined });
  expect(transcript.speech.reason).toBe('There is no sound.');
});

test('the language is the one in which most is said', async () => {
  fake.found.stretches = [stretch(1), stretch(2), stretch(3)];
  fake.recognise = async ([at]) => ({
    language: at === 1 ? 'nl-NL' : 'de-DE',
    segments: segmentsOf([word(0, 1, at === 1 ? 'ja' : 'jawohl')]),
  });
  expect((await listen()).transcript.language).toBe('de-DE');
});

test('captions that cannot be read are told, and the sound is listened to', async () => {
  const captions = { captions: async () => ({ unread: 'They are pictures.' }) };
  const { transcript, notes } = await listen({ captions });
  expect(transcript.source).toBe('transcribed');
  expect(notes).toEqual(['They are pictures.', 'Recognised by fake.']);
});

test('a recogniser that fails fails the call, after the others have ended', async () => {
  fake.found.stretches = [stretch(1), stretch(2), stretch(3)];
  let ended = 0;
  fake.recognise = async ([at]) => {
    if (at === 1) throw new DomainError('processing_failed', 'down');
    await Promise.resolve();
    ended++;
    return { language: null, segments: [] };
  };
  await expect(listen()).rejects.toMatchObject({ message: 'down' });
  expect(ended).toBe(1);
});

test('captions are believed without listening', async () => {
  const find = () => {
    throw new Error('listened');
  };
  const captions = { language: 'en', segments: [{ start: 1, end: 2, text: 'Hi.', confidence: 1 }] };
  const { transcript } = await listen({
    speech: { find },
    captions: { captions: async () => captions },
  });
  expect(transcript).toMatchObject({ source: 'captions', text: 'Hi.' });
});

test('a file without captions is not opened for them', async () => {
  const captions = () => {
    throw new Error('looked for captions');
  };
  const none = { ...video, probe: { ...MINUTE, holdsCaptions: false } };
  const { transcript } = await listen({ captions: { captions } }, 'auto', none);
  expect(transcript.source).toBe('transcribed');
});

test('words make segments by their pauses', () => {
  const words = [word(0, 1, 'a'), word(1.2, 2, 'b'), word(2.6, 3, 'c', 0.5)];
  expect(
    segmentsOf(words).map(({ start, end, text, confidence }) => [start, end, text, confidence]),
  ).toEqual([
    [0, 2, 'a b', 0.9],
    [2.6, 3, 'c', 0.5],
  ]);
});
