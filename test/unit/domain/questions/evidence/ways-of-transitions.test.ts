import type { Facts } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { fieldsFromFacts } from '../../../../../layers/domain/questions/evidence/fields-from-facts.ts';
import { ask, confidence, FACTS } from '../../../../support/evidence-facts.ts';

const withSignal = (signal: Partial<NonNullable<Facts['signal']>>): Facts => ({
  ...FACTS,
  signal: FACTS.signal && Object.assign({}, FACTS.signal, signal),
});
const FADE_IN = { start: 0, end: 2, kind: 'in', confidence } as const;
const FADE_OUT = { start: 57, end: 59, kind: 'out', confidence } as const;
const BEGINS = withSignal({ fades: [FADE_IN] });
const BOTH = withSignal({ fades: [FADE_IN, FADE_OUT] });

const toldOf = (question: string, facts: Facts) =>
  ask(question, facts).sentences.map(({ text, seconds }) => `${text} ${seconds.join(' ')}`);

test.each([
  'Is there a fade out?',
  'Does it fade to black?',
  'Does the picture fade away?',
  'When does the fade-out start?',
])('a fade in is no answer to a fade out: %s', (question) => {
  const none = 'Every frame was measured: the picture fades out nowhere.';
  expect(toldOf(question, BEGINS)).toEqual([`${none} `]);
  expect(ask(question, BEGINS).missing).toEqual([{ field: 'fades out', reason: none }]);
});

test.each([
  ['Is there a fade out?', ['There is 1 fade out. 57', 'The picture fades out for 2 s. 57 59']],
  ['Is there a fade in?', ['There is 1 fade in. 0', 'The picture fades in for 2 s. 0 2']],
  [
    'When does it fade up from black?',
    ['There is 1 fade in. 0', 'The picture fades in for 2 s. 0 2'],
  ],
  [
    'Is there a fade in the video?',
    [
      'There are 2 fades. 0 57',
      'The picture fades in for 2 s. 0 2',
      'The picture fades out for 2 s. 57 59',
    ],
  ],
])('a fade is told with its way: %s', (question, sentences) => {
  expect(toldOf(question, BOTH)).toEqual(sentences);
});

test('members of a schema tell a fade in from a fade out', () => {
  const second = { type: 'number' };
  const schema = { properties: { fade_in_start: second, fade_out_start: second } };
  expect(fieldsFromFacts(schema, BOTH).map(({ path, json }) => `${path} ${json}`)).toEqual([
    'fade_in_start 0',
    'fade_out_start 57',
  ]);
});

test('a wipe is told with the way of its edge', () => {
  const facts = withSignal({ wipes: [{ start: 5, end: 6, direction: 'left', confidence }] });
  expect(toldOf('In which direction does the wipe go?', facts)).toEqual([
    'There is 1 wipe. 5',
    'One shot wipes the other away to the left for 1 s. 5 6',
  ]);
});
