import type { Facts } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { ask, FACTS } from '../../../../support/evidence-facts.ts';

const WRITTEN: Facts = Object.assign({}, FACTS, {
  writing: [
    { start: 13, end: 20, text: 'EXIT' },
    { start: 25, end: 29, text: 'Only today' },
    { start: 50, end: 52, text: 'Buy now' },
    { start: 54, end: 56, text: 'Buy now' },
  ],
});
const toldOf = (question: string) =>
  ask(question, WRITTEN).sentences.map(({ text, seconds }) => `${text} ${seconds.join(' ')}`);

const SILENT = 'Between 13 s and 20 s: the sound was listened to: nobody speaks. ';
const PAN = 'The camera pans to the left for 2 s. 14 16';
const STORM = 'It is said: "The storm is near." 24';

test.each([
  ['Is anything said while EXIT is on screen?', [SILENT]],
  ['While the word EXIT is shown, is anything said?', [SILENT]],
  ['Is there a cut when EXIT appears?', ['There is 1 cut. 12.4']],
  ['How many cuts are there until EXIT appears?', ['There are 2 cuts. 4 12.4']],
  ['What is said right after EXIT disappears?', [STORM]],
  ['What is said after "We sail at dawn"?', [STORM]],
  ['Is there a cut before the word storm?', ['There are 2 cuts. 4 12.4']],
  ['What is written when the storm is mentioned?', ['It is written: "Only today". 25 29']],
  ['What is on screen while he says storm?', ['It is written: "Only today". 25 29']],
])('a stretch may be named by words that are written or said: %s', (question, sentences) => {
  expect(toldOf(question)).toEqual(sentences);
});

test.each([
  ['What is written when the rain is mentioned?', 'when the rain is mentioned'],
  ['Is there a cut when he laughs?', 'when he laughs'],
  ['How many cuts are there after "Buy now" appears?', 'after "Buy now" appears'],
  ['What is the title of the first slide?', 'of the first slide'],
  ['Is there a cut in the middle of the second shot?', 'in the middle of the second shot'],
])(
  'of a stretch that nothing tells, or that is more than once, so much is said: %s',
  (question, field) => {
    expect(ask(question, WRITTEN).missing).toContainEqual({
      field,
      reason: expect.stringMatching(/^When that is was not measured/),
    });
  },
);

test.each(['Can you tell me when the cut happens?', 'Show me the moment when the title appears'])(
  'when something is may be all that is asked: %s',
  (question) => {
    expect(ask(question, WRITTEN).missing).toEqual([]);
  },
);

test.each([
  'What comes after the freeze?',
  'What follows the freeze?',
  'What is after the freeze?',
])('what comes after something is what happens then: %s', (question) => {
  expect(toldOf(question).slice(0, 2)).toEqual([STORM, 'It is written: "Only today". 25 29']);
});

test.each([
  ['How many cuts are there in shot 3?', ['There is 1 cut. 12.4']],
  ['What is said between the first and last cut?', ['It is said: "The storm is near." 24']],
  ['Is there a cut halfway through?', ['There is 1 cut. 30']],
  ['Is there a cut in the middle of the video?', ['There is 1 cut. 30']],
  ['Is there a cut at the 20% mark?', ['There is 1 cut. 12.4']],
  ['What can be seen at 14 s?', ['It is written: "EXIT". 13 20', PAN]],
])('shots by their number, pairs and shares are stretches: %s', (question, sentences) => {
  expect(toldOf(question)).toEqual(sentences);
});

test.each([
  ['When is EXIT shown and is anything said then?', 'It is written: "EXIT". 13 20', SILENT],
  [
    'When is the freeze and is there a cut then?',
    'Between 20 s and 22.5 s: every frame was measured: there is no cut. ',
  ],
  [
    'When does "Only today" appear, and what is said then?',
    'It is written: "Only today". 25 29',
    STORM,
  ],
])('what a part asks to see is the stretch of the next: %s', (question, ...sentences) => {
  expect(toldOf(question)).toEqual(expect.arrayContaining(sentences));
});
