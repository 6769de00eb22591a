import { type Facts, NEEDS_MODEL } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { fieldsFromFacts } from '../../../../../layers/domain/questions/evidence/fields-from-facts.ts';
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
  [
    'Which text stays on screen the longest?',
    [`The longest of 3 lines that are written: it ${THANKS.slice(3)}`],
  ],
  [
    'What text is shown the longest?',
    [`The longest of 3 lines that are written: it ${THANKS.slice(3)}`],
  ],
  ['What is said first?', ['It is said: "We sail at dawn." 1.2']],
  ['What does she say at the very last?', ['It is said: "The storm is near." 24']],
])('what comes first or last, or stays longest, is told alone: %s', (question, sentences) => {
  expect(toldOf(question)).toEqual(sentences);
});

test.each(['What does the slide at 10 seconds say?', 'What does the page read at 0:10?'])(
  'what a slide says is written, not spoken: %s',
  (question) => {
    expect(toldOf(question)).toEqual([AGENDA, BUDGET]);
  },
);

test.each(['How many people are talking?', 'How many different speakers are there?'])(
  'voices are not told apart, and no words are given instead: %s',
  (question) => {
    const reason = 'Voices are not told apart: what is said is known, and not by whom.';
    expect(ask(question)).toMatchObject({
      sentences: [],
      missing: [{ field: 'speakers', reason }],
    });
  },
);

test.each([
  ['How many words are spoken?', '8 words are said. 1.2'],
  ['How many sentences are said?', '2 lines are said. 1.2'],
])('what is said is counted: %s', (question, sentence) => {
  expect(toldOf(question)).toEqual([sentence]);
});

test('members of a schema hold how many words are spoken, and whether there are captions', () => {
  const schema = {
    properties: {
      spoken_word_count: { type: 'integer' },
      has_captions: { type: 'boolean' },
      has_subtitles: { type: 'boolean' },
    },
  };
  expect(fieldsFromFacts(schema, WRITTEN).map(({ path, json }) => `${path} ${json}`)).toEqual([
    'spoken_word_count 8',
    'has_captions false',
    'has_subtitles false',
  ]);
});

test('a total of speech is one of its length, not a word that is looked for', () => {
  expect(toldOf('What is the total time of speech?').at(-1)).toBe(
    'In all that is 3.8 s, 6 % of what was read. 1.2 24',
  );
});

test('captions that a video came with are told, and that it came without', () => {
  const { transcript } = FACTS;
  const captioned: Facts = {
    ...FACTS,
    transcript: transcript && { ...transcript, source: 'captions' },
  };
  expect(toldOf('Are there subtitles?', captioned)[0]).toBe('The video came with captions. 1.2');
  expect(ask('Are there subtitles?').missing).toContainEqual({
    field: 'captions',
    reason: 'The video came without captions.',
  });
});

test.each(['When does the agenda appear?', 'How long is the agenda slide shown?'])(
  'of what may be what a line says the line is told, and that the rest needs a model: %s',
  (question) => {
    expect(toldOf(question)).toEqual([AGENDA]);
    expect(ask(question, WRITTEN).missing).toEqual([
      { field: 'what is shown', reason: NEEDS_MODEL },
    ]);
  },
);

test('a line that lacks a word of what is asked for is not told', () => {
  expect(toldOf('When does the agenda of the dog appear?')).toEqual([]);
});

test.each([
  [
    'What is the longest text?',
    ['The longest of 3 lines that are written: it is written: "Thank you". 52 60'],
  ],
  [
    'What was the second thing said?',
    ['The second of 2 lines that are said: it is said: "The storm is near." 24'],
  ],
  [
    'What is the second sentence?',
    ['The second of 2 lines that are said: it is said: "The storm is near." 24'],
  ],
])('of lines the one that a question picks is told: %s', (question, sentences) => {
  expect(toldOf(question)).toEqual(sentences);
});

test.each([
  ['What is the ninth text?', 'writing', 'written: there are 3 lines that are written.'],
  ['What is the ninth sentence?', 'speech', 'said: there are 2 lines that are said.'],
])(
  'a line that a question picks and that is not there is said not to be: %s',
  (question, field, rest) => {
    expect(ask(question, WRITTEN)).toEqual({
      sentences: [],
      fields: [],
      missing: [{ field, reason: `There is no ninth line that is ${rest}` }],
    });
  },
);

test('words that are not written in the stretch that a question names are said not to be there', () => {
  expect(ask('Is AGENDA still visible at 21 seconds?', WRITTEN).missing).toEqual([
    {
      field: 'writing',
      reason: 'Between 20 s and 22 s: in the writing that was read there is no "agenda".',
    },
    { field: 'what is shown', reason: NEEDS_MODEL },
  ]);
});

test('a number that is asked for is found in the line that holds it', () => {
  expect(toldOf('When is the number 1 shown?')).toEqual([BUDGET]);
});

test('of a line that goes on beyond a stretch only the words in it are counted', () => {
  const [first, ...more] = FACTS.transcript?.segments ?? [];
  const words = ['We', 'sail', 'at', 'dawn.'].map((word, at) => {
    return { word, start: 1.2 + at * 0.5, end: 1.6 + at * 0.5, confidence: 0.9 };
  });
  const segments = first ? [{ ...first, words }, ...more] : [];
  const facts: Facts = {
    ...FACTS,
    transcript: FACTS.transcript && { ...FACTS.transcript, segments },
  };
  expect(toldOf('How many words are spoken in the first 2 seconds?', facts)).toEqual([
    '2 words are said. 1.2',
  ]);
  expect(toldOf('How many words are spoken?', facts)).toEqual(['8 words are said. 1.2']);
});

test.each([
  ['Is there a voice-over?', ['Somebody speaks. 1.2'], []],
  ['Is the voice clear?', [], ['question']],
  ['Is the narrator male or female?', [], ['question']],
  ['Is there speech about cats?', [], ['speech']],
  ['Is the second shot a silent one?', ['The second of 4 shots: shot 2 lasts 8.4 s. 4 12.4'], []],
])(
  'what is asked of a voice, or of a shot, is not looked for in words: %s',
  (question, sentences, fields) => {
    const { missing } = ask(question);
    expect(toldOf(question, FACTS)).toEqual(expect.arrayContaining(sentences));
    expect(missing.map(({ field }) => field)).toEqual(fields);
  },
);

test.each(['Where is the title placed?', 'Which titles are there at the bottom of the screen?'])(
  'where on the screen something stands is left to a model: %s',
  (question) => {
    const { sentences, missing } = ask(question);
    expect(sentences).not.toEqual([]);
    expect(missing).toEqual([{ field: 'what is shown', reason: NEEDS_MODEL }]);
  },
);
