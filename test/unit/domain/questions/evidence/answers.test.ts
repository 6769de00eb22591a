import type { Facts } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { overviewOfFacts } from '../../../../../layers/domain/questions/evidence/story.ts';
import { ask, confidence, FACTS, told } from '../../../../support/evidence-facts.ts';

test.each([
  ['How many cuts are there?', ['There are 3 cuts. 4 12.4 30']],
  ['How many shots does it have?', ['There are 4 shots. 0']],
  ['How long does the video last?', ['The video is 60 s long. 0']],
  ['When does the video end?', ['The video ends at 60 s. 60']],
  ['At what second does this clip stop?', ['The video ends at 60 s. 60']],
  ['Is it portrait?', ['The picture is wider than high. 0']],
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

test('a fade that may be a cut is looked for as both', () => {
  const fades = [{ start: 57, end: 58, kind: 'out' as const, confidence }];
  const facts = { ...FACTS, signal: FACTS.signal && { ...FACTS.signal, fades } };
  const texts = ask('Does it fade or cut to black?', facts).sentences.map(({ text }) => text);
  expect(texts).toContain('The picture fades out for 1 s.');
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
    {
      text: 'Every frame was measured: the picture is black for a tenth of a second nowhere.',
      seconds: [],
    },
  ]);
  expect(missing).toEqual([
    { field: 'blacks', reason: expect.stringContaining('black for a tenth') },
  ]);
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
    'A foreign picture is shown for a single frame. 33.32',
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

  const again = { ...facts, writing: [...writing, { start: 20, end: 25, text: 'storms' }] };

  test('what a title says is told too where it is written at another time', () => {
    const told = overviewOfFacts(again as Facts).sentences;
    expect(told).toContainEqual({ text: 'It is written: "storms".', seconds: [20, 25] });
  });

  test.each(['When does the title "storms" appear?', 'At what second is the title STORMS seen?'])(
    'of a title that is named no other ones are told: %s',
    (question) => {
      expect(ask(question, again as Facts).sentences).toEqual([
        { text: 'It is written: "storms".', seconds: [8, 11] },
        { text: 'It is written: "storms".', seconds: [20, 25] },
      ]);
    },
  );

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

test('music is left to nobody: no model of pictures hears it', () => {
  const reason = 'Of sound, speech and silence are told apart, and nothing else.';
  expect(ask('Is there music?')).toEqual({
    sentences: [],
    fields: [],
    missing: [{ field: 'other sounds', reason }],
  });
  expect(ask('Is there music?', { ...FACTS, audioTracks: 0 }).sentences).toEqual([
    { text: 'There is no audio track.', seconds: [] },
  ]);
});
