import type { Facts } from '../../../../../layers/domain/questions/evidence/facts.ts';
import {
  NEEDS_MODEL,
  NOT_UNDERSTOOD,
} from '../../../../../layers/domain/questions/evidence/facts.ts';
import { fieldsFromFacts } from '../../../../../layers/domain/questions/evidence/fields-from-facts.ts';
import { ask, confidence, FACTS } from '../../../../support/evidence-facts.ts';

/** The same minute with writing, a black stretch and an insert of two frames. */
const WRITTEN: Facts = Object.assign({}, FACTS, {
  technical: FACTS.technical && {
    ...FACTS.technical,
    blacks: [{ start: 50, end: 51, duration: 1 }],
  },
  signal: FACTS.signal && {
    ...FACTS.signal,
    inserts: [{ at: 33.32, frames: 2, confidence }],
    overlays: [
      { start: 8, end: 11, region: [0, 0, 1, 0.2], confidence, text: 'SALE ENDS FRIDAY' },
      { start: 42, end: 45, region: [0, 0, 1, 0.2], confidence, text: 'Call 555-123-4567' },
    ],
  },
  writing: [
    { start: 8, end: 11, text: 'SALE ENDS FRIDAY' },
    { start: 13, end: 20, text: 'EXIT' },
    { start: 25, end: 29, text: 'Only $49.99 #summer' },
    { start: 42, end: 45, text: 'Call 555-123-4567' },
    { start: 52, end: 60, text: 'Visit www.example.org/now, soon' },
  ],
});

const toldOf = (question: string) =>
  ask(question, WRITTEN).sentences.map(({ text, seconds }) => `${text} ${seconds.join(' ')}`);

const AT_DAWN = 'It is said: "We sail at dawn." 1.2';
const SALE = 'It is written: "SALE ENDS FRIDAY". 8 11';

test.each([
  ['At what second does "SALE ENDS FRIDAY" appear?', [SALE]],
  ["When is 'sale ends' on screen?", [SALE]],
  ['When does sale ends Friday show up?', [SALE]],
  ['At what second does "SALE; ends Friday!" appear?', [SALE]],
  ["Is 'EXIT' visible at any point?", ['It is written: "EXIT". 13 20']],
  ['When is EXIT shown?', ['It is written: "EXIT". 13 20']],
  [
    'Is anything said between 5 and 8 seconds?',
    ['Between 5 s and 8 s: the sound was listened to: nobody speaks. '],
  ],
  [
    'Which website is shown?',
    [
      'There is 1 web address. 52',
      'It is written for 8 s: "Visit www.example.org/now, soon". 52 60',
    ],
  ],
  [
    "What's the phone number on screen?",
    ['There is 1 phone number. 42', 'It is written for 3 s: "Call 555-123-4567". 42 45'],
  ],
  [
    'How much does it cost?',
    ['There is 1 price. 25', 'It is written for 4 s: "Only $49.99 #summer". 25 29'],
  ],
  [
    'Is there an e-mail address?',
    ['In the writing that was read on the screen there is no e-mail address. '],
  ],
  [
    "What's the first text shown?",
    ['The first of 5 lines that are written: it is written: "SALE ENDS FRIDAY". 8 11'],
  ],
  ['What is the average shot length?', ['There are 4 shots. On average one lasts 15 s. 0']],
  ['On average, how long is a shot?', ['There are 4 shots. On average one lasts 15 s. 0']],
  ['Is it one continuous shot?', ['There are 4 shots. 0']],
  [
    'How many seconds of silence are there in total?',
    expect.arrayContaining(['In all that is 3.5 s, 6 % of what was read. 5 40']),
  ],
  [
    'What is the total duration of the freezes?',
    [
      'There is 1 freeze. 20',
      'The picture freezes for 2.5 s. 20 22.5',
      'In all that is 2.5 s, 4 % of what was read. 20',
    ],
  ],
  [
    'How many frames does the insert last?',
    expect.arrayContaining(['A foreign picture is shown for 2 frames. 33.32']),
  ],
  [
    'When is nobody talking?',
    [
      'There are 3 stretches without speech. 0 3 26',
      'Nobody speaks for 1.2 s. 0 1.2',
      'Nobody speaks for 21 s. 3 24',
      'Nobody speaks for 34 s. 26 60',
    ],
  ],
  [
    'What happens right before the freeze?',
    ['It is written: "EXIT". 13 20', 'The camera pans to the left for 2 s. 14 16'],
  ],
  [
    'What happens just after 39 seconds?',
    [
      'It is silent for 1.5 s. 40 41.5',
      '"Call 555-123-4567" is laid over the picture for 3 s. 42 45',
    ],
  ],
  ['What is said at the moment of the insert?', []],
  ['What words are spoken while the freeze is shown?', []],
  ['What words are spoken while the title is shown?', expect.arrayContaining([AT_DAWN])],
  ["What's in the last 5 seconds?", ['It is written: "Visit www.example.org/now, soon". 52 60']],
])('%s', (question, sentences) => {
  expect(toldOf(question)).toEqual(sentences);
});

test('asked whether one thing is before or after another, both are told', () => {
  expect(toldOf('Is the black screen before or after the sale banner?')).toEqual(
    expect.arrayContaining([
      'The picture is black for 1 s. 50 51',
      '"SALE ENDS FRIDAY" is laid over the picture for 3 s. 8 11',
    ]),
  );
});

test.each([
  ['When does "BUY NOW" appear?', 'In the writing that was read there is no "buy now".'],
  ['When is "TALK TO US" shown?', 'In the writing that was read there is no "talk to us".'],
  ['When is the text "BUY NOW" shown?', 'In the writing that was read there is no "buy now".'],
  ['What is said between 5 and 8 seconds?', 'Nothing is said between 5 s and 8 s.'],
  [
    'Is there text in the first 5 seconds?',
    'Between 0 s and 5 s: no writing was read on the screen.',
  ],
])('%s: it is named as absent', (question, reason) => {
  const { sentences, missing } = ask(question, WRITTEN);
  expect([sentences, missing.map((one) => one.reason)]).toEqual([[], [reason]]);
});

test('of a summary of what is said the words are told, and that it is none', () => {
  const { sentences, missing } = ask('Summarize the transcript.', WRITTEN);
  expect(sentences.map(({ seconds }) => seconds)).toEqual([[1.2], [24]]);
  expect(missing).toEqual([{ field: 'summary', reason: expect.stringContaining('needs a model') }]);
});

test('what colour something has is left to a model, beside what is known of it', () => {
  const { sentences, missing } = ask('What colour is the title?', WRITTEN);
  expect(sentences).not.toEqual([]);
  expect(missing).toEqual([{ field: 'what is shown', reason: NEEDS_MODEL }]);
});

test('no writing that was read is told from writing that nobody reads', () => {
  expect(ask('Which URL is shown?', { ...FACTS, writing: null }).missing).toEqual([
    { field: 'web addresses', reason: expect.stringContaining('was not read') },
  ]);
});

test('members of a schema hold what has a form of its own, and nothing where there are several', () => {
  const properties = {
    url: { type: 'string' },
    price: { type: 'number' },
    phoneNumber: { type: 'string' },
    email_address: { type: 'string' },
    hashtags: { type: 'array', items: { type: 'string' } },
    average_shot_length: { type: 'number' },
  };
  const filled = (facts: Facts) =>
    Object.fromEntries(
      fieldsFromFacts({ type: 'object', properties }, facts).map(({ path, json }) => [path, json]),
    );
  expect(filled(WRITTEN)).toEqual({
    url: '"www.example.org/now"',
    price: '49.99',
    phoneNumber: '"555-123-4567"',
    hashtags: '["#summer"]',
    average_shot_length: '15',
  });
  const two = [...(WRITTEN.writing ?? []), { start: 30, end: 31, text: 'Now $39.99' }];
  expect(filled({ ...WRITTEN, writing: two })).not.toHaveProperty('price');
});

test.each([
  'How long is it?',
  'How long is this?',
  'How long does it last?',
  'What’s its duration?',
  "What's the running time?",
  'How many seconds is it?',
  'Is the video longer than 20 seconds?',
])('%s asks how long the video is', (question) => {
  expect(toldOf(question)).toEqual(['The video is 60 s long. 0']);
});

test.each([
  'Who is on screen?',
  'How many people are on the screen?',
  'How long is the dog on screen?',
  'When is she on screen?',
  'Who cuts the cake?',
  'When does he cut the rope?',
  'Does the man freeze?',
  'When do they wipe the window?',
  'Does somebody shake hands?',
])('%s is not answered by what was measured or written', (question) => {
  expect(ask(question, WRITTEN)).toEqual({
    sentences: [],
    fields: [],
    missing: [{ field: 'question', reason: NOT_UNDERSTOOD }],
  });
});

test.each([
  ['What is on the screen?', 'It is written: "EXIT". 13 20'],
  ["What's shown on screen at 14 seconds?", 'It is written: "EXIT". 13 20'],
  ['Which words are on screen?', 'It is written: "EXIT". 13 20'],
  ['Which name appears on the screen?', 'It is written: "EXIT". 13 20'],
  ['When do they cut to the house?', 'There are 3 cuts. 4 12.4 30'],
])('%s is answered by what was measured or written', (question, told) => {
  expect(toldOf(question)).toEqual(expect.arrayContaining([expect.stringContaining(told)]));
});

test.each([
  ['What is written on the screen?', ['On the shelf', 'Leisure Centre', 'The end']],
  ['List all the text on the screen.', ['On the shelf', 'Leisure Centre', 'The end']],
  ['When is the word leisure on the screen?', ['Leisure Centre']],
  ['Where is "shelf" written?', ['On the shelf']],
  ['Which line has leisure on the screen?', ['Leisure Centre']],
])('words that only ask find no line: %s', (question, lines) => {
  const writing = ['On the shelf', 'Leisure Centre', 'The end'].map((text, at) => ({
    start: at,
    end: at + 1,
    text,
  }));
  const { sentences } = ask(question, { ...WRITTEN, writing });
  expect(sentences.map(({ text }) => text)).toEqual(
    lines.map((text) => `It is written: "${text}".`),
  );
});

test.each([
  ['Is there a black?', ['There is 1 black stretch. 50', 'The picture is black for 1 s. 50 51']],
  [
    "Isn't there a black at 10 s?",
    [
      'Between 9 s and 11 s: every frame was measured: the picture is black for a tenth of a second nowhere. ',
    ],
  ],
  ['Is nothing said?', ['Somebody speaks. 1.2']],
  ['Is there no speech?', ['Somebody speaks. 1.2']],
  ['When is nothing said after 40 s?', ['There is 1', 'Nobody speaks for 20 s. 40 60']],
])('what is not there is asked for as well: %s', (question, sentences) => {
  const lines = toldOf(question);
  expect(lines).toHaveLength(sentences.length);
  for (const [at, sentence] of sentences.entries()) expect(lines[at]).toContain(sentence);
});

test.each([
  'Wie viele Schnitte gibt es?',
  'Combien de coupes y a-t-il ?',
  '¿Cuánto dura el vídeo?',
])('of a question in another language it is said that English is understood: %s', (question) => {
  const [{ reason } = { reason: '' }, ...more] = ask(question, WRITTEN).missing;
  expect(more).toEqual([]);
  expect(reason).toMatch(/understood in English.*ANSWERER_URL/);
});
