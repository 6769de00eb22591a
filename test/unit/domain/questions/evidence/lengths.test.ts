import { ask, told } from '../../../../support/evidence-facts.ts';

const LONG_SILENCE = 'It is silent for 2 s. 5 7';

test.each([
  ['How many silences last longer than 1.8 seconds?', 'silence longer than 1.8 s', LONG_SILENCE],
  ['Is there a silence of at least two seconds?', 'silence of at least 2 s', LONG_SILENCE],
  [
    'Are there silences of at most 1.5 s?',
    'silence of at most 1.5 s',
    'It is silent for 1.5 s. 40 41.5',
  ],
  [
    'Are there any shots longer than 20 seconds?',
    'shot longer than 20 s',
    'Shot 4 lasts 30 s. 30 60',
  ],
  [
    'How many shots last between 5 and 10 seconds?',
    'shot of at least 5 s and of at most 10 s',
    'Shot 2 lasts 8.4 s. 4 12.4',
  ],
  [
    'Are there silences from 1.8 to 3 seconds long?',
    'silence of at least 1.8 s and of at most 3 s',
    LONG_SILENCE,
  ],
  [
    'Which shots are longer than 5 s and shorter than 10 s?',
    'shot longer than 5 s and shorter than 10 s',
    'Shot 2 lasts 8.4 s. 4 12.4',
  ],
  ['Which shots are under 5 seconds?', 'shot shorter than 5 s', 'Shot 1 lasts 4 s. 0 4'],
])('things of the length that a question asks for are counted: %s', (question, what, sentence) => {
  const [, start] = /(\d+)(?: \d+(?:\.\d+)?)?$/.exec(sentence) ?? [];
  expect(told(question)).toEqual([`There is 1 ${what}. ${start}`, sentence]);
});

test.each([
  ['How many freezes are longer than three seconds?', 'There is no freeze longer than 3 s.'],
  ['Is there a silence of more than a minute?', 'There is no silence longer than 60 s.'],
])('where none is of that length, that is said: %s', (question, reason) => {
  expect(ask(question)).toMatchObject({
    sentences: [{ text: reason, seconds: [] }],
    missing: [{ reason }],
  });
});

test.each([
  'For how long does somebody speak?',
  'How many seconds does the narrator speak?',
  'When do people talk?',
])('how long somebody speaks is told of each stretch: %s', (question) => {
  expect(told(question)).toEqual([
    'There are 2 stretches of speech. 1.2 24',
    'Somebody speaks for 1.8 s. 1.2 3',
    'Somebody speaks for 2 s. 24 26',
  ]);
});

test('of the time that somebody speaks the share is told', () => {
  expect(told('What share of the time is somebody speaking?')).toContain(
    'In all that is 3.8 s, 6 % of what was read. 1.2 24',
  );
});
