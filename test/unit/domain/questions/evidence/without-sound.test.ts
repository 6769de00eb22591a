import type { Facts } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { fieldsFromFacts } from '../../../../../layers/domain/questions/evidence/fields-from-facts.ts';
import { ask, confidence, FACTS } from '../../../../support/evidence-facts.ts';

test('of a video without a track of sound nothing is said to be measured or heard', () => {
  const reason = 'There is no sound.';
  const transcript = FACTS.transcript && {
    ...FACTS.transcript,
    segments: [],
    speech: { is_speech: false, confidence, reason },
  };
  const technical = FACTS.technical && { ...FACTS.technical, silence_gaps: [] };
  const soundless: Facts = { ...FACTS, audioTracks: 0, technical, transcript };
  for (const question of ['Is the video silent?', 'Is there any speech?', 'Is there no sound?']) {
    expect(ask(question, soundless)).toMatchObject({
      sentences: [{ text: 'There is no audio track.', seconds: [] }],
      missing: [{ reason: 'There is no audio track.' }],
    });
  }
  const flag = { type: 'boolean' };
  const number = { type: 'number' };
  const properties = { is_silent: flag, silence_count: number, has_audio: flag, has_speech: flag };
  const fields = fieldsFromFacts({ type: 'object', properties }, soundless);
  expect(fields.map(({ path, json }) => `${path} ${json}`)).toEqual([
    'has_audio false',
    'has_speech false',
  ]);
});

test('a track that is silent in a part is not taken for sound there', () => {
  const told = (question: string) => ask(question).sentences.map(({ text }) => text);
  expect(told('Is there sound between 5 and 7 seconds?')).toEqual([
    'There is 1 audio track.',
    'It is silent for 2 s.',
  ]);
  expect(told('Is there sound?')).toEqual(['There is 1 audio track.']);
});
