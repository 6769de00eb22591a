import { ask, FACTS, told } from '../../../../support/evidence-facts.ts';

test.each([
  ['Does anything change between 3 and 5 s?', ['The picture cuts to another shot. 4']],
  ['Which events happen between 3 and 4.5 seconds?', ['The picture cuts to another shot. 4']],
  [
    'Is anything happening between 42 and 44 seconds?',
    ['Between 42 s and 44 s: nothing that was measured happens. '],
  ],
  ['What is the first thing that happens?', ['It is said: "We sail at dawn." 1.2']],
  ['What happens last?', ['It is silent for 1.5 s. 40 41.5']],
  [
    'What is the time between the title and the freeze?',
    ['From one to the other it is 9 s. 11 20'],
  ],
  ['Is it more than 20 seconds long?', ['The video is 60 s long. 0']],
  ['Is any shot shorter than 1 s?', ['There is no shot shorter than 1 s. ']],
  [
    'What is the total black duration?',
    ['Every frame was measured: the picture is black nowhere. '],
  ],
])(
  'what happens, how long and how short is asked in other words, too: %s',
  (question, sentences) => {
    expect(told(question)).toEqual(sentences);
  },
);

test.each([
  ['What does the second slide say?', 'the second slide'],
  ['Is there a logo?', 'what is shown'],
  ['Is there a jump cut?', 'what is shown'],
])('what of a question was not told is named beside what was: %s', (question, field) => {
  const writing = [{ start: 8, end: 11, text: 'Two storms' }];
  const { sentences, missing } = ask(question, { ...FACTS, writing });
  expect(sentences).not.toEqual([]);
  expect(missing).toMatchObject([{ field }]);
});
