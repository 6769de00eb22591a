import { bm25 } from '../../../../layers/adapters/search/bm25.ts';
import { answerFromFacts } from '../../../../layers/domain/questions/evidence/answer-from-facts.ts';
import type { Facts } from '../../../../layers/domain/questions/evidence/facts.ts';
import { fieldsFromFacts } from '../../../../layers/domain/questions/evidence/fields-from-facts.ts';
import { overviewOfFacts } from '../../../../layers/domain/questions/evidence/story.ts';
import { fillValue } from '../../../../layers/domain/questions/fill-value.ts';
import { answerOf } from '../../../../layers/domain/questions/stored-answer.ts';

const confidence = 0.9;
const FACTS: Facts = {
  window: [0, 60],
  duration: 60,
  width: 1280,
  height: 720,
  fps: 25,
  title: null,
  orientation: 'landscape',
  audioTracks: 1,
  technical: {
    scene_cuts: [4, 12.4, 30],
    pacing: {
      cuts: 3,
      segments: 4,
      median_segment_seconds: 13,
      shortest_segment_seconds: 4,
      longest_segment_seconds: 30,
      cuts_per_minute: 3,
    },
    freezes: [{ start: 20, end: 22.5, duration: 2.5 }],
    blacks: [],
    silence_gaps: [
      { start: 5, end: 7, duration: 2 },
      { start: 40, end: 41.5, duration: 1.5 },
    ],
    skipped: false,
  },
  signal: {
    mode: 'full',
    frames_read: 1500,
    inserts: [{ at: 33.32, frames: 1, confidence }],
    flashes: [],
    dissolves: [],
    overlays: [{ start: 8, end: 11, region: [0, 0, 1, 0.2], confidence }],
    camera_moves: [{ start: 14, end: 16, kind: 'pan_left', confidence }],
    wipes: [],
    whip_blurs: [],
    fades: [],
  },
  transcript: {
    language: 'en',
    source: 'transcribed',
    text: 'We sail at dawn. The storm is near.',
    segments: [
      { start: 1.2, end: 3, text: 'We sail at dawn.', confidence },
      { start: 24, end: 26, text: 'The storm is near.', confidence },
    ],
    speech: { is_speech: true, confidence, reason: 'Somebody speaks.' },
    low_confidence: [],
  },
  writing: null,
  tiles: [0, 1, 2],
};

const ask = (question: string, facts = FACTS) =>
  answerFromFacts(question, facts, (words, texts, most) => bm25.best(words, texts, most));
const told = (question: string) =>
  ask(question).sentences.map(({ text, seconds }) => `${text} ${seconds.join(' ')}`);

test.each([
  ['How many cuts are there?', ['There are 3 cuts. 4 12.4 30']],
  ['How many shots does it have?', ['There are 4 shots. 0']],
  ['How long does the video last?', ['The video is 60 s long. 0']],
  [
    'When does the picture freeze?',
    ['There is 1 freeze. 20', 'The picture freezes for 2.5 s. 20 22.5'],
  ],
  [
    'How long are the silences?',
    ['There are 2 silences. 5 40', 'It is silent for 2 s. 5 7', 'It is silent for 1.5 s. 40 41.5'],
  ],
  [
    'Where does the title appear?',
    [
      'There is 1 overlay. 8',
      'Something, such as a title or a logo, is laid over the picture for 3 s. 8 11',
    ],
  ],
  [
    'Does the camera pan to the left?',
    expect.arrayContaining(['The camera pans to the left for 2 s. 14 16']),
  ],
  [
    'When does the camera move?',
    ['There is 1 camera move. 14', 'The camera pans to the left for 2 s. 14 16'],
  ],
  ['When is the storm mentioned?', ['It is said: "The storm is near." 24']],
  ['What is said?', ['It is said: "We sail at dawn." 1.2', 'It is said: "The storm is near." 24']],
  ['Which language is spoken?', ['The language that is spoken is "en". 1.2']],
  ['Is there speech?', ['Somebody speaks. 1.2']],
])('%s', (question, sentences) => {
  expect(told(question)).toEqual(sentences);
});

test('of a moment, in which no shot has a length, nobody counts the shots', () => {
  const { technical } = FACTS;
  if (!technical) throw new Error('the facts hold measures');
  const pacing = { ...technical.pacing, cuts: 0, segments: 0 };
  const moment = { ...FACTS, technical: { ...technical, scene_cuts: [], pacing } };
  expect(ask('How many shots does it have?', moment).sentences).toEqual([]);
  expect(
    overviewOfFacts(moment)
      .sentences.map(({ text }) => text)
      .join(' '),
  ).not.toMatch(/shot/);
});

test('what is said is quoted without what looks like a citation of ours, and kept whole in a schema', () => {
  const text = 'Answer with [99s] (12:34), at second 99.';
  const segments = [{ start: 1.2, end: 3, text, confidence }];
  const transcript = { ...FACTS.transcript, text, segments } as Facts['transcript'];
  const facts = { ...FACTS, transcript };
  expect(ask('What is said?', facts).sentences).toEqual([
    { text: 'It is said: "Answer with, at second 99."', seconds: [1.2] },
  ]);
  const schema = { type: 'object', properties: { transcript: { type: 'string' } } };
  const { value } = fillValue(schema, fieldsFromFacts(schema, facts), []);
  expect(value).toEqual({ transcript: text });
});

test('members that may be null are filled as others are', () => {
  const schema = {
    type: 'object',
    properties: { cut_count: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
  };
  expect(fieldsFromFacts(schema, FACTS).map(({ json }) => json)).toEqual(['3']);
});

test('of two questions in one both are answered', () => {
  expect(
    told('How many cuts are there, and what is said? And what colour is the dog?'),
  ).toHaveLength(3);
});

test.each(['and when', 'and at what seconds', 'and when do they happen', 'and when do they stop'])(
  'asked how many "%s", the seconds of the fact are all the answer',
  (clause) => {
    const found = ask(`How many cuts are there, ${clause}?`);
    expect(found.sentences).toEqual([{ text: 'There are 3 cuts.', seconds: [4, 12.4, 30] }]);
    expect(found.missing).toEqual([]);
  },
);

test('what was measured and is not there is an absence, and is said as one', () => {
  const { sentences, missing } = ask('When is the screen black? When is it black?');
  expect(sentences).toEqual([
    { text: 'Every frame was measured: the picture is black nowhere.', seconds: [] },
  ]);
  expect(missing).toEqual([{ field: 'blacks', reason: expect.stringContaining('black nowhere') }]);
});

test('a member of the schema that is filled with none of them is answered', () => {
  const schema = { type: 'object', properties: { cuts: { type: 'integer' } } };
  const field = { path: 'cuts', json: '0', seconds: [0] };
  const findings = {
    claims: [],
    fields: [field],
    unresolved: [],
    missing: [{ field: 'cuts', reason: 'Every frame was measured: there is no cut.' }],
  };
  expect(answerOf(findings, schema)).toMatchObject({ value: { cuts: 0 }, unanswered: [] });
});

test.each(['What colour is the dog?', 'Who enters the room first?', 'Is the car parked?'])(
  '%s needs a vision model',
  (question) => {
    const { sentences, missing } = ask(question);
    expect([sentences, missing]).toEqual([
      [],
      [{ field: 'question', reason: expect.stringContaining('needs a vision model') }],
    ]);
    expect(missing[0]?.reason).toContain('ANSWERER_URL');
  },
);

test.each([
  ['When is "sail at dawn" said?', [{ text: 'It is said: "We sail at dawn."', seconds: [1.2] }]],
  ['Who says “dawn. The storm”?', [{ text: 'It is said: "We sail at dawn."', seconds: [1.2] }]],
  [
    'When is "we sail at noon" said?',
    [{ text: 'What was heard is close: "We sail at dawn."', seconds: [1.2] }],
  ],
  ['When is "a storm of dogs" said?', []],
  ['When is "we near dawn" said?', []],
  [
    'When is "we sail on at dawn" said?',
    [{ text: 'What was heard is close: "We sail at dawn."', seconds: [1.2] }],
  ],
])('words between quotation marks are found in their order: %s', (question, sentences) => {
  const answered = ask(question);
  expect(answered.sentences).toEqual(sentences);
  expect(answered.missing).toHaveLength(sentences.length === 0 ? 1 : 0);
});

test('a phrase that was heard is cited where its first word begins', () => {
  const words = ['We', 'sail', 'at', 'dawn.'].map((word, at) => ({
    word,
    confidence,
    start: 1 + at * 0.5,
    end: 1.4 + at * 0.5,
  }));
  const [first, second] = FACTS.transcript?.segments ?? [];
  const segments = [{ ...first, words }, second];
  const facts = { ...FACTS, transcript: { ...FACTS.transcript, segments } } as Facts;
  expect(ask('When is "at dawn" said?', facts).sentences[0]?.seconds).toEqual([2]);
  expect(ask('When do they mention the dawn?', facts).sentences[0]?.seconds).toEqual([2.5]);
});

test.each([
  ['How many cuts are there between 4 and 13 seconds?', ['There are 2 cuts. 4 12.4']],
  ['How many cuts are there from 0:05 to 0:20?', ['There is 1 cut. 12.4']],
  ['How many cuts are there in the first 10 seconds?', ['There is 1 cut. 4']],
  ['How many cuts are there after 20s?', ['There is 1 cut. 30']],
  ['What is said before 10 seconds?', ['It is said: "We sail at dawn." 1.2']],
  ['How many cuts are there in the last 45 s?', ['There is 1 cut. 30']],
  ['How many cuts are there between 4 and 13?', ['There are 3 cuts. 4 12.4 30']],
  ['Is there a cut at 0:12?', ['There is 1 cut. 12.4']],
])('a stretch that a question names is all it is about: %s', (question, sentences) => {
  expect(told(question)).toEqual(sentences);
});

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
  ['What are the first words?', ['It is said: "We sail at dawn." 1.2']],
])('of several the one that a question picks is told: %s', (question, sentences) => {
  expect(told(question)).toEqual(sentences);
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

test('where more is said, or written, than is told, that is said', () => {
  const lines = Array.from({ length: 50 }, (_, at) => ({
    start: at,
    end: at + 1,
    text: `Line ${at}`,
  }));
  const segments = lines.map((line) => ({ ...line, confidence }));
  const transcript = { ...FACTS.transcript, segments } as Facts['transcript'];
  const facts = { ...FACTS, transcript, writing: lines };
  const missing = [
    { field: 'speech', reason: expect.stringContaining('Of 50 lines that are said the first 40') },
    {
      field: 'writing',
      reason: expect.stringContaining('Of 50 lines that are written the first 20'),
    },
  ];
  expect(ask('What is said, and what is written?', facts).missing).toEqual(missing);
  expect(overviewOfFacts(facts).missing).toEqual([
    expect.objectContaining({ field: 'what is shown' }),
    ...missing,
  ]);
});

test('one that is not there is said not to be', () => {
  const { sentences, missing } = ask('When is the fifth cut?');
  const reason = 'There is no fifth cut: there are 3 cuts.';
  expect(sentences).toEqual([{ text: reason, seconds: [] }]);
  expect(missing).toEqual([{ field: 'cuts', reason }]);
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
])('a stretch may be named by what happens: %s', (question, sentences) => {
  expect(told(question).filter((text) => !text.includes('there is no cut'))).toEqual(sentences);
});

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

test('the ends of the video are no stretch that nobody measured', () => {
  expect(ask('Is the picture frozen until the end?').missing).toEqual([]);
});

test.each([
  ['List all shot boundaries.', 'There are 3 transitions. 4 12.4 30'],
  ['When does the speech start?', 'There are 2 stretches of speech. 1.2 24'],
  ['What is being said?', 'It is said: "We sail at dawn." 1.2'],
  ['What is the conversation?', 'It is said: "We sail at dawn." 1.2'],
  ['Does it have audio?', 'There is 1 audio track. 0'],
  ['When does the sound cut out?', 'There are 2 silences. 5 40'],
  ['Is the video stuck anywhere?', 'There is 1 freeze. 20'],
  ['Is the camera moving?', 'There is 1 camera move. 14'],
  ['Is it portrait or landscape?', 'The picture is 1280 x 720 pixels, wider than high. 0'],
])('asked in other words: %s', (question, first) => {
  expect(told(question)[0]).toBe(first);
});

test.each([
  ['Does the screen go dark?', 'blacks'],
  ['What is the title of this video?', 'title of the video'],
])('asked in other words, and not there: %s', (question, field) => {
  expect(ask(question).missing.map((one) => one.field)).toEqual([field]);
});

test('asked what a stretch shows, what was measured in it is told, and that the rest needs a model', () => {
  const { sentences, missing } = ask('What does the video show in the first 5 seconds?');
  expect(sentences.map(({ seconds }) => seconds[0])).toEqual([1.2, 4]);
  expect(missing.map(({ field }) => field)).toEqual(['what is shown']);
});

test('who speaks is told by no word', () => {
  expect(ask('Who is speaking?').missing).toEqual([
    { field: 'question', reason: expect.stringContaining('needs a vision model') },
  ]);
});

test('nothing is said about what nobody said', () => {
  const { sentences, missing } = ask('When do they mention the helicopter?');
  expect(sentences).toEqual([]);
  expect(missing).toEqual([{ field: 'speech', reason: expect.stringContaining('helicopter') }]);
});

test('writing that nothing reads is not claimed to be absent', () => {
  const { missing } = ask('What is written on the sign?');
  expect(missing).toEqual([{ field: 'writing', reason: expect.stringContaining('was not read') }]);
});

test('without a question what happens is told in order, and what needs a model is named', () => {
  const { sentences, missing } = overviewOfFacts(FACTS);
  expect(sentences.map(({ text, seconds }) => `${text} ${seconds.join(' ')}`)).toEqual([
    'The video is 60 s long. 0',
    'There are 4 shots. 0',
    'It is said: "We sail at dawn." 1.2',
    'The picture cuts to another shot. 4',
    'It is silent for 2 s. 5 7',
    'Something, such as a title or a logo, is laid over the picture for 3 s. 8 11',
    'The picture cuts to another shot. 12.4',
    'The camera pans to the left for 2 s. 14 16',
    'The picture freezes for 2.5 s. 20 22.5',
    'It is said: "The storm is near." 24',
    'The picture cuts to another shot. 30',
    'A foreign picture is shown for no more than a few frames. 33.32',
    'It is silent for 1.5 s. 40 41.5',
  ]);
  expect(missing).toEqual([{ field: 'what is shown', reason: expect.any(String) }]);
});

test('of a kind that happens too often to be told each time it is said how often', () => {
  const scene_cuts = Array.from({ length: 50 }, (_, at) => at + 1);
  const technical = { ...FACTS.technical, scene_cuts } as Facts['technical'];
  const told = overviewOfFacts({ ...FACTS, technical }).sentences.map(({ text }) => text);
  expect(told).toContain('There are 50 cuts.');
  expect(told.filter((text) => text.includes('cuts to another shot'))).toHaveLength(40);
});

test('asked what happens at a second, what happens around it is told', () => {
  const { sentences } = ask('What happens at 8 seconds?');
  expect(sentences.map(({ seconds }) => seconds)).toEqual([[8, 11]]);
});

describe('where writing was read', () => {
  const overlays = [
    { start: 8, end: 11, region: [0, 0, 1, 0.2] as const, confidence, text: 'Two\nstorms' },
  ];
  const writing = [
    { start: 8, end: 11, text: 'Two' },
    { start: 8, end: 11, text: 'storms' },
    { start: 31, end: 40, text: 'EXIT' },
  ];
  const facts = { ...FACTS, writing, signal: { ...FACTS.signal, overlays } } as unknown as Facts;

  test('a title is told with its words, and writing in the shot by itself', () => {
    const told = overviewOfFacts(facts).sentences.map(({ text }) => text);
    expect(told).toContain('"Two / storms" is laid over the picture for 3 s.');
    expect(told.filter((text) => text.startsWith('It is written'))).toEqual([
      'It is written: "EXIT".',
    ]);
  });

  test.each(['What does the title say?', 'When does the title appear and how long is it shown?'])(
    '%s is answered with its words',
    (question) => {
      const { sentences, missing } = ask(question, facts);
      expect(sentences).toContainEqual({
        text: '"Two / storms" is laid over the picture for 3 s.',
        seconds: [8, 11],
      });
      expect(missing).toEqual([]);
    },
  );
});

test('members of a schema for what is written hold its lines, or all of them in one text', () => {
  const writing = [
    { start: 8, end: 11, text: 'Two storms' },
    { start: 31, end: 40, text: 'EXIT' },
  ];
  const schema = {
    type: 'object',
    properties: {
      on_screen_text: { type: 'array', items: { type: 'string' } },
      visible_text: { type: 'string' },
      has_on_screen_text: { type: 'boolean' },
      captions: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            startTime: { type: 'number' },
            duration_seconds: { type: 'number' },
            text: { type: 'string' },
          },
        },
      },
    },
  };
  const filled = (facts: Facts) =>
    fieldsFromFacts(schema, facts).map(({ path, json }) => [path, JSON.parse(json)]);
  expect(Object.fromEntries(filled({ ...FACTS, writing }))).toEqual({
    on_screen_text: ['Two storms', 'EXIT'],
    visible_text: 'Two storms\nEXIT',
    has_on_screen_text: true,
    captions: [
      { startTime: 8, duration_seconds: 3, text: 'Two storms' },
      { startTime: 31, duration_seconds: 9, text: 'EXIT' },
    ],
  });
  expect(Object.fromEntries(filled({ ...FACTS, writing: [] }))).toEqual({
    on_screen_text: [],
    has_on_screen_text: false,
    captions: [],
  });
  expect(filled(FACTS)).toEqual([]);
});

test('members for moments of a kind may be called in many ways, and hold no text that there is none of', () => {
  const list = (...names: string[]) => ({
    type: 'array',
    items: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
    },
  });
  const schema = {
    type: 'object',
    properties: {
      shots: list('start', 'end'),
      cuts: list('at'),
      silences: list('from', 'to'),
      freezes: list('start', 'text'),
    },
  };
  expect(fillValue(schema, fieldsFromFacts(schema, FACTS), []).value).toEqual({
    freezes: null,
    shots: [
      { start: 0, end: 4 },
      { start: 4, end: 12.4 },
      { start: 12.4, end: 30 },
      { start: 30, end: 60 },
    ],
    cuts: [{ at: 4 }, { at: 12.4 }, { at: 30 }],
    silences: [
      { from: 5, to: 7 },
      { from: 40, to: 41.5 },
    ],
  });
});

test('a list of more moments than are told one by one is filled with all of them', () => {
  const silence_gaps = Array.from({ length: 60 }, (_, at) => {
    return { start: at, end: at + 0.5, duration: 0.5 };
  });
  const technical = { ...FACTS.technical, silence_gaps } as Facts['technical'];
  const schema = {
    type: 'object',
    properties: { silences: { type: 'array', items: { type: 'number' } } },
  };
  const fields = fieldsFromFacts(schema, { ...FACTS, technical });
  expect(fillValue(schema, fields, []).value).toEqual({
    silences: silence_gaps.map(({ start }) => start),
  });
});

test('members of a schema are filled where they are exactly something known', () => {
  const schema = {
    type: 'object',
    properties: {
      cut_count: { type: 'integer', description: 'Number of cuts' },
      cuts: { type: 'array', items: { type: 'number' } },
      first_freeze_second: { type: 'number' },
      has_silence: { type: 'boolean' },
      longest_silence: { type: 'number' },
      silences: {
        type: 'array',
        items: {
          type: 'object',
          properties: { start: { type: 'number' }, end: { type: 'number' } },
        },
      },
      transcript: { type: 'string' },
      language: { type: 'string' },
      dog_colour: { type: 'string' },
    },
  };
  const filled = Object.fromEntries(
    fieldsFromFacts(schema, FACTS).map(({ path, json }) => [path, JSON.parse(json)]),
  );
  expect(filled).toEqual({
    cut_count: 3,
    cuts: [4, 12.4, 30],
    first_freeze_second: 20,
    has_silence: true,
    longest_silence: 2,
    silences: [
      { start: 5, end: 7 },
      { start: 40, end: 41.5 },
    ],
    transcript: 'We sail at dawn. The storm is near.',
    language: 'en',
  });
});
