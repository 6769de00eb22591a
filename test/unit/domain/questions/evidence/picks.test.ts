import { NOT_UNDERSTOOD } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { ask, told } from '../../../../support/evidence-facts.ts';

const DAWN = 'It is said: "We sail at dawn." 1.2';
const STORM = 'It is said: "The storm is near." 24';

test.each([
  [
    'At what second does the first cut happen?',
    ['The first of 3 cuts: the picture cuts to another shot. 4'],
  ],
  ['When does the last shot begin?', ['The last of 4 shots: shot 4 lasts 30 s. 30 60']],
  ['How long is the longest shot?', ['The longest of 4 shots: shot 4 lasts 30 s. 30 60']],
  ['How long is the 2nd shot?', ['The 2nd of 4 shots: shot 2 lasts 8.4 s. 4 12.4']],
  [
    'When are the last two cuts?',
    [
      'The second of 3 cuts: the picture cuts to another shot. 12.4',
      'The third of 3 cuts: the picture cuts to another shot. 30',
    ],
  ],
  [
    'At what second is the shortest silence?',
    ['The shortest of 2 silences: it is silent for 1.5 s. 40 41.5'],
  ],
  ['When is the last freeze?', ['The only freeze: the picture freezes for 2.5 s. 20 22.5']],
  ['Which shot is the shortest?', ['The shortest of 4 shots: shot 1 lasts 4 s. 0 4']],
  ['When does shot 3 start?', ['The third of 4 shots: shot 3 lasts 17.6 s. 12.4 30']],
  [
    'What is the second to last thing said?',
    ['The second to last of 2 lines that are said: it is said: "We sail at dawn." 1.2'],
  ],
  ['What are the first words?', ['It is said: "We sail at dawn." 1.2']],
  [
    'How long is the second longest shot?',
    ['The second longest of 4 shots: shot 3 lasts 17.6 s. 12.4 30'],
  ],
  [
    'Which shot is the third-longest?',
    ['The third longest of 4 shots: shot 2 lasts 8.4 s. 4 12.4'],
  ],
  [
    'What is the 2nd shortest silence?',
    ['The second shortest of 2 silences: it is silent for 2 s. 5 7'],
  ],
  [
    'What are the two longest shots?',
    [
      'The longest of 4 shots: shot 4 lasts 30 s. 30 60',
      'The second longest of 4 shots: shot 3 lasts 17.6 s. 12.4 30',
    ],
  ],
  [
    'When is the second to last cut?',
    ['The second to last of 3 cuts: the picture cuts to another shot. 12.4'],
  ],
  [
    'When is the third last cut?',
    ['The third last of 3 cuts: the picture cuts to another shot. 4'],
  ],
  [
    'When is the last but one cut?',
    ['The last but one of 3 cuts: the picture cuts to another shot. 12.4'],
  ],
  [
    'How long is the penultimate shot?',
    ['The penultimate of 4 shots: shot 3 lasts 17.6 s. 12.4 30'],
  ],
])('of several the one that a question picks is told: %s', (question, sentences) => {
  expect(told(question)).toEqual(sentences);
});

test.each([
  'How many shots are there and when do they start?',
  'How many scenes are there, and how long does each last?',
  'How many shots are there? List them.',
])('of shots that are counted each is told where that is asked, too: %s', (question) => {
  expect(told(question)).toEqual([
    'There are 4 shots. 0',
    'Shot 1 lasts 4 s. 0 4',
    'Shot 2 lasts 8.4 s. 4 12.4',
    'Shot 3 lasts 17.6 s. 12.4 30',
    'Shot 4 lasts 30 s. 30 60',
  ]);
});

test.each([
  [
    'How many cuts are there and when is the first one?',
    ['There are 3 cuts. 4 12.4 30', 'The first of 3 cuts: the picture cuts to another shot. 4'],
  ],
  [
    'What is the longest silence, and how many are there?',
    [
      'The longest of 2 silences: it is silent for 2 s. 5 7',
      'There are 2 silences. 5 40',
      'It is silent for 2 s. 5 7',
      'It is silent for 1.5 s. 40 41.5',
    ],
  ],
  [
    'Does the camera move? If so, how and when?',
    ['There is 1 camera move. 14', 'The camera pans to the left for 2 s. 14 16'],
  ],
  [
    'How many wipes are there? When does the last begin?',
    ['Every frame was measured: no wipe was found. '],
  ],
  [
    'What is said in the first half and how many cuts are there then?',
    [
      'It is said: "We sail at dawn." 1.2',
      'It is said: "The storm is near." 24',
      'There are 2 cuts. 4 12.4',
    ],
  ],
  [
    'How many cuts are there in the last third? And what is said there?',
    ['Between 40 s and 60 s: every frame was measured: there is no cut. '],
  ],
  [
    'How many freezes are there after 0:10 and what is said during that time?',
    [
      'There is 1 freeze. 20',
      'The picture freezes for 2.5 s. 20 22.5',
      'It is said: "The storm is near." 24',
    ],
  ],
  [
    'What is said after 0:22 and how many cuts are there?',
    ['It is said: "The storm is near." 24', 'There are 3 cuts. 4 12.4 30'],
  ],
])('a part of a question refers to the one before: %s', (question, sentences) => {
  expect(told(question)).toEqual(sentences);
});

const FIRST_SHOT = 'The first of 4 shots: shot 1 lasts 4 s. 0 4';
const SECOND_SHOT = 'The second of 4 shots: shot 2 lasts 8.4 s. 4 12.4';

test.each([
  ['Is the first shot longer than the second?', [FIRST_SHOT, SECOND_SHOT]],
  ['Which shot is longer, the first or the second?', [FIRST_SHOT, SECOND_SHOT]],
  ['Compare the first and the second shot.', [FIRST_SHOT, SECOND_SHOT]],
  [
    'Is the first shot the longest?',
    [FIRST_SHOT, 'The longest of 4 shots: shot 4 lasts 30 s. 30 60'],
  ],
  [
    'Is the first silence longer than the last one?',
    [
      'The first of 2 silences: it is silent for 2 s. 5 7',
      'The last of 2 silences: it is silent for 1.5 s. 40 41.5',
    ],
  ],
])('of things that are compared each is told: %s', (question, sentences) => {
  expect(told(question)).toEqual(sentences);
});

test.each([
  ['List the freezes. What is said?', ['There is 1 freeze. 20', '20 22.5', DAWN, STORM]],
  ['Tell me about the first cut. Then tell me about the freeze.', ['4', '20', '20 22.5']],
  ['Hello! There are some cuts in it. How many? Please list them. Thanks!', ['4 12.4 30']],
])('sentences are asked one by one, and courtesies ask for nothing: %s', (question, told) => {
  const { sentences, missing } = ask(question);
  const lines = sentences.map(({ text, seconds }) => `${text} ${seconds.join(' ')}`);
  expect(lines).toEqual(told.map((end) => expect.stringMatching(new RegExp(`${end}$`))));
  expect(missing).toEqual([]);
});

test('a sentence does not end behind a title', () => {
  expect(ask('What does Mr. Smith say?').missing).toMatchObject([{ field: 'speech' }]);
});

test('a part that refers to what nobody measured is left to a model', () => {
  expect(ask('How many dogs are there and which is the first?').missing).toEqual([
    { field: 'How many dogs are there', reason: NOT_UNDERSTOOD },
    { field: 'which is the first', reason: NOT_UNDERSTOOD },
  ]);
});

test('asked for each shot, each is told', () => {
  expect(told('List every shot.')).toEqual([
    'There are 4 shots. 0',
    'Shot 1 lasts 4 s. 0 4',
    'Shot 2 lasts 8.4 s. 4 12.4',
    'Shot 3 lasts 17.6 s. 12.4 30',
    'Shot 4 lasts 30 s. 30 60',
  ]);
});

test.each([
  ['When is the fifth cut?', 'There is no fifth cut: there are 3 cuts.'],
  ['When is the fifth to last cut?', 'There is no fifth to last cut: there are 3 cuts.'],
])('one that is not there is said not to be: %s', (question, reason) => {
  const { sentences, missing } = ask(question);
  expect(sentences).toEqual([{ text: reason, seconds: [] }]);
  expect(missing).toEqual([{ field: 'cuts', reason }]);
});
