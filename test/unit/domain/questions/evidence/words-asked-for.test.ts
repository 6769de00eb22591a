import type { Facts } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { ask, FACTS } from '../../../../support/evidence-facts.ts';

const WRITTEN: Facts = Object.assign({}, FACTS, {
  writing: [
    { start: 8, end: 11, text: 'Agenda' },
    { start: 8, end: 11, text: '1. Budget' },
    { start: 52, end: 60, text: 'Thank you' },
  ],
});
const toldOf = (question: string, facts = WRITTEN) =>
  ask(question, facts).sentences.map(({ text, seconds }) => `${text} ${seconds.join(' ')}`);
const AGENDA = 'It is written: "Agenda". 8 11';
const BUDGET = 'It is written: "1. Budget". 8 11';
const THANKS = 'It is written: "Thank you". 52 60';

test.each(['Does the word GOODBYE appear on screen?', 'When does the text GOODBYE appear?'])(
  'words in capitals that are written nowhere are said to be nowhere: %s',
  (question) => {
    expect(ask(question, WRITTEN)).toEqual({
      sentences: [],
      fields: [],
      missing: [
        { field: 'writing', reason: 'In the writing that was read there is no "goodbye".' },
      ],
    });
  },
);

test.each([
  ['What is written first?', [AGENDA, BUDGET]],
  ['What is written on screen last?', [THANKS]],
  ['Which text appears last?', [THANKS]],
  ['What is said first?', ['It is said: "We sail at dawn." 1.2']],
  ['What does she say at the very last?', ['It is said: "The storm is near." 24']],
])('what comes first or last is told alone: %s', (question, sentences) => {
  expect(toldOf(question)).toEqual(sentences);
});

test.each(['What does the slide at 10 seconds say?', 'What does the page read at 0:10?'])(
  'what a slide says is written, not spoken: %s',
  (question) => {
    expect(toldOf(question)).toEqual([AGENDA, BUDGET]);
  },
);
