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
    ['Every frame was measured: the picture is black for a tenth of a second nowhere. '],
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
  ['How many fast cuts are there?', 'what is shown'],
  ['When does it cut to black?', 'what is shown'],
  ['Is there a slow pan to the left?', 'what is shown'],
  ['When is the opening title shown?', 'what is shown'],
])('what of a question was not told is named beside what was: %s', (question, field) => {
  const writing = [{ start: 8, end: 11, text: 'Two storms' }];
  const { sentences, missing } = ask(question, { ...FACTS, writing });
  expect(sentences).not.toEqual([]);
  expect(missing).toMatchObject([{ field }]);
});

test.each(['besides the one at 4 seconds', 'other than the first one', 'except for the last'])(
  'what a question leaves out is not what it asks for: %s',
  (exception) => {
    expect(ask(`Are there cuts ${exception}?`)).toMatchObject({
      sentences: [{ text: 'There are 3 cuts.', seconds: [4, 12.4, 30] }],
      missing: [{ field: exception, reason: 'Nothing is left out of what is told.' }],
    });
  },
);

test.each([
  ['Is the last cut at 12 seconds?', ['The last of 3 cuts: the picture cuts to another shot. 30']],
  [
    'When is the first cut after 20 s?',
    ['The only cut in this stretch: the picture cuts to another shot. 30'],
  ],
  [
    "What's the longest stretch without a cut?",
    ['The longest of 4 shots: shot 4 lasts 30 s. 30 60'],
  ],
  ['Which cut is the longest?', ['There are 3 cuts. 4 12.4 30']],
  ['How many cuts are in each half?', ['There are 2 cuts. 4 12.4', 'There is 1 cut. 30']],
  ['What happens 2 seconds after the first cut?', ['It is silent for 2 s. 5 7']],
  [
    'Is there a cut 2 seconds after the first cut?',
    ['Between 5 s and 7 s: every frame was measured: there is no cut. '],
  ],
  ['How many cuts are within 9 seconds after the first cut?', ['There is 1 cut. 12.4']],
  ['Is it 1080p?', ['The picture is 1280 x 720 pixels, wider than high. 0']],
])('the one, or the stretch, that a question means is told: %s', (question, sentences) => {
  expect(told(question)).toEqual(sentences);
});
