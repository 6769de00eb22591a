import type { Facts } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { factsWithin } from '../../../../../layers/domain/questions/evidence/named-stretch.ts';
import { ask, FACTS, told } from '../../../../support/evidence-facts.ts';

test.each([
  ['How many cuts are there between 4 and 13 seconds?', ['There are 2 cuts. 4 12.4']],
  ['How many cuts are there from 0:05 to 0:20?', ['There is 1 cut. 12.4']],
  ['How many cuts are there in the first 10 seconds?', ['There is 1 cut. 4']],
  ['How many cuts are there after 20s?', ['There is 1 cut. 30']],
  ['What is said before 10 seconds?', ['It is said: "We sail at dawn." 1.2']],
  ['How many cuts are there in the last 45 s?', ['There is 1 cut. 30']],
  ['How many cuts are there between 4 and 13?', ['There are 3 cuts. 4 12.4 30']],
  ['Is there a cut at 0:12?', ['There is 1 cut. 12.4']],
  ['How many cuts are there in the first half of the video?', ['There are 2 cuts. 4 12.4']],
  ['How many cuts are there in the last third?', []],
  ['Is there a cut in the middle third?', ['There is 1 cut. 30']],
])('a stretch that a question names is all it is about: %s', (question, sentences) => {
  expect(told(question).filter((text) => !text.includes('there is no cut'))).toEqual(sentences);
});

test.each([
  'How many seconds pass between the first and the second cut?',
  'How long is it between the first and the second cut?',
])('the time between two things is told: %s', (question) => {
  expect(told(question)).toEqual(['From one to the other it is 8.4 s. 4 12.4']);
});

test.each([
  ['How many cuts are there after the freeze?', ['There is 1 cut. 30']],
  ['How many cuts are there after the first cut?', ['There are 2 cuts. 12.4 30']],
  ['What is said before the first cut?', ['It is said: "We sail at dawn." 1.2']],
  ['What is said in the third shot?', ['It is said: "The storm is near." 24']],
  ['How many cuts happen during the last silence?', []],
  ['Is there a cut at the beginning?', ['There is 1 cut. 4']],
  ['How many cuts are there between the first and the last cut?', ['There is 1 cut. 12.4']],
  ['How many cuts are there between the title and the freeze?', ['There is 1 cut. 12.4']],
  [
    'How many silences are there from the last cut to the end?',
    ['There is 1 silence. 40', 'It is silent for 1.5 s. 40 41.5'],
  ],
  ['How long is it from the last cut to the end?', ['From one to the other it is 30 s. 30 60']],
  [
    'What is said from the start of the video to the first cut?',
    ['It is said: "We sail at dawn." 1.2'],
  ],
  ['How long is it from the title to the freeze?', ['From one to the other it is 12 s. 8 20']],
])('a stretch may be named by what happens: %s', (question, sentences) => {
  expect(told(question).filter((text) => !text.includes('there is no cut'))).toEqual(sentences);
});

test.each([
  ['How many cuts are there while the picture is frozen?', 'Between 20 s and 22.5 s'],
  ['Is there a cut when the screen freezes?', 'Between 20 s and 22.5 s'],
  ['How many cuts are there between 13 and 15 seconds?', 'Between 13 s and 15 s'],
])('what is nowhere in a stretch is said of the stretch: %s', (question, stretch) => {
  const reason = `${stretch}: every frame was measured: there is no cut.`;
  expect(ask(question)).toMatchObject({
    sentences: [{ text: reason, seconds: [] }],
    missing: [{ field: 'cuts', reason }],
  });
});

test.each(['at 1:30', 'after 75 seconds', 'between 61 and 65 seconds'])(
  'of a stretch that was not read, as "%s", nothing is told but that',
  (words) => {
    expect(ask(`What happens ${words}?`)).toEqual({
      sentences: [],
      fields: [],
      missing: [{ field: words, reason: 'That is not in what was read: 0 s to 60 s of 60 s.' }],
    });
  },
);

test.each(['after the dog barks', 'while he waves'])(
  'of a stretch that nobody measured, as "%s", all is told, and that it is all',
  (words) => {
    const { sentences, missing } = ask(`How many cuts are there ${words}?`);
    expect(sentences).toEqual([{ text: 'There are 3 cuts.', seconds: [4, 12.4, 30] }]);
    expect(missing).toEqual([
      { field: words, reason: expect.stringContaining('all that was read') },
    ]);
  },
);

test('what holds for all of a window is cited within it, not at the frame shown as it begins', () => {
  const facts: Facts = { ...FACTS, window: [1, 6], tiles: [0.968, 1.468, 1.969] };
  expect(ask('How long is the video?', facts).sentences).toEqual([
    { text: 'The video is 60 s long.', seconds: [1.468] },
  ]);
});

test('the ends of the video are no stretch that nobody measured', () => {
  expect(ask('Is the picture frozen until the end?').missing).toEqual([]);
});

test.each([
  'How long after the first cut does the second cut come?',
  'How many seconds after the first cut is the second cut?',
])('the time from one thing to the next is told: %s', (question) => {
  expect(told(question)).toEqual(['From one to the other it is 8.4 s. 4 12.4']);
});

test('a question of very long words is understood at once', () => {
  const began = performance.now();
  told(`What is said between the ${'a'.repeat(2000)} ?`);
  expect(performance.now() - began).toBeLessThan(2000);
});

test.each([
  ['at second 12', ['12.4']],
  ['in second twelve', ['12.4']],
  ['at the 12-second mark', ['12.4']],
  ['12 seconds into the video', ['12.4']],
  ['12 seconds in', ['12.4']],
  ['at 0 minutes 12 seconds', ['12.4']],
  ['at 0m12s', ['12.4']],
  ['at 12,4 seconds', ['12.4']],
  ['at twelve seconds', ['12.4']],
  ['between second 3 and second 13', ['4', '12.4']],
  ['between seconds 3 and 13', ['4', '12.4']],
  ['in seconds 3 to 13', ['4', '12.4']],
  ['during 0:03-0:13', ['4', '12.4']],
  ['in the first ten seconds', ['4']],
  ['in the first minute', ['4', '12.4', '30']],
  ['in the last half minute', ['30']],
  ['in the final 40 s', ['30']],
  ['within 5 seconds of the start', ['4']],
  ['up to 10 seconds', ['4']],
  ['past 20 seconds', ['30']],
  ['from 10 seconds on', ['12.4', '30']],
  ['from 0:10 to the end', ['12.4', '30']],
  ['from 0:03 through 0:13', ['4', '12.4']],
  ['at exactly 12.4 seconds', ['12.4']],
  ['before the halfway point', ['4', '12.4']],
  ['after the midpoint', ['30']],
  ['in the first 20%', ['4']],
])('times are read however they are written: %s', (words, cuts) => {
  const [first] = ask(`How many cuts are there ${words}?`).sentences;
  expect(first?.seconds.map(String)).toEqual(cuts);
});

test('a minute and seconds behind it are one time, and beyond the end nothing is said of it', () => {
  expect(ask('Is there a cut at 1 minute 30 seconds?').missing).toEqual([
    { field: 'at 1:30', reason: 'That is not in what was read: 0 s to 60 s of 60 s.' },
  ]);
});

test('a time in words that a question quotes is none', () => {
  expect(told('Who says "at second 12"?')).toEqual([]);
});

test.each([
  ['Is there a cut within one second of 12 s?', ['There is 1 cut. 12.4']],
  ['Does the video begin with a cut?', ['There is 1 cut. 4']],
  ['How does the clip end?', ['Between 50 s and 60 s: nothing that was measured happens. ']],
])(
  'how a video begins and ends, and what is near a second, are stretches: %s',
  (question, cuts) => {
    expect(told(question)).toEqual(cuts);
  },
);

test.each([
  ['Does the video start with a moment of silence?', 0],
  ['Does it end in silence?', 59],
])('a state in which a video begins or ends is one at its very end: %s', (question, from) => {
  expect(told(question)).toEqual([
    `Between ${from} s and ${from + 1} s: the sound was measured: it is below -50 dBFS for half a second nowhere. `,
  ]);
});

test('the last frame is black in a black stretch at the end, whatever other one there is', () => {
  const blacks = [
    { start: 10, end: 11, duration: 1 },
    { start: 58, end: 60, duration: 2 },
  ];
  const facts = { ...FACTS, technical: { ...FACTS.technical, blacks } } as Facts;
  const seconds = (question: string) => ask(question, facts).sentences.map((one) => one.seconds);
  expect(seconds('Is the last frame completely black?')).toEqual([[58], [58, 60]]);
  expect(seconds('Is the first frame black?')).toEqual([[]]);
});

test('what is near to something that is no second is named', () => {
  expect(ask('Is there a freeze within 10 seconds of the second cut?').missing).toEqual([
    { field: 'within 10 seconds of the second cut', reason: expect.stringMatching(/^When that/) },
  ]);
});

test('a range of clocks needs no word before it', () => {
  expect(told('0:03 - 0:13: how many cuts are there?')).toEqual(['There are 2 cuts. 4 12.4']);
});

test.each(['between 30 and 40', 'at 8', 'from 5 to 15'])(
  'numbers without a unit may be something else, and that they are passed over is said: %s',
  (words) => {
    const { sentences, missing } = ask(`Is there a cut ${words}?`);
    expect(sentences[0]?.seconds).toEqual([4, 12.4, 30]);
    expect(missing).toEqual([
      { field: words, reason: expect.stringMatching(/^A time needs its unit, as in/) },
    ]);
  },
);

test.each(['How long until the first cut?', 'How many seconds is it before the first cut?'])(
  'the time until something is told: %s',
  (question) => {
    expect(told(question)).toEqual(['From one to the other it is 4 s. 0 4']);
  },
);

test('what is not there in the part that was read is said of that part', () => {
  const facts = factsWithin(FACTS, [13, 19]);
  const [cuts] = ask('Are there any cuts in the video?', facts).sentences;
  expect(cuts?.text).toBe('Between 13 s and 19 s: every frame was measured: there is no cut.');
  const [timecode] = ask('What is the start timecode?', facts).sentences;
  expect(timecode?.text).toBe('The file came without a timecode.');
});
