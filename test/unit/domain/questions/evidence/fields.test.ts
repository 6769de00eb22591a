import type { Facts } from '../../../../../layers/domain/questions/evidence/facts.ts';
import { fieldsFromFacts } from '../../../../../layers/domain/questions/evidence/fields-from-facts.ts';
import { fillValue } from '../../../../../layers/domain/questions/fill-value.ts';
import { answerOf } from '../../../../../layers/domain/questions/stored-answer.ts';
import { ask, confidence, FACTS } from '../../../../support/evidence-facts.ts';

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

test.each(['video_end', 'end_of_video', 'video_ends_at'])('%s is the last second', (name) => {
  const schema = { type: 'object', properties: { [name]: { type: 'number' } } };
  expect(fieldsFromFacts(schema, FACTS).map(({ json }) => json)).toEqual(['60']);
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

test('members for moments of a kind may be called in many ways, and are null where nothing tells them', () => {
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
    freezes: [{ start: 20, text: null }],
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

test('a list of all that happens leaves out none of many lines', () => {
  const segments = Array.from({ length: 90 }, (_, at) => {
    return { start: at / 2, end: at / 2 + 0.4, text: `line ${at}`, confidence };
  });
  const transcript = { ...FACTS.transcript, segments } as Facts['transcript'];
  const schema = {
    type: 'object',
    properties: { timeline: { type: 'array', items: { type: 'string' } } },
  };
  const count = { type: 'object', properties: { events: { type: 'integer' } } };
  const facts = { ...FACTS, transcript };
  const [all] = fieldsFromFacts(count, facts);
  expect(Number(all?.json)).toBeGreaterThan(90);
  expect(fieldsFromFacts(schema, facts)[0]?.json).toMatch(/line 0\\".*line 89\\"/);
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

/** What members of a schema hold in an answer, each of them alone in it. */
const valuesOf = (properties: Record<string, object>, facts: Facts) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) => {
      const schema = { type: 'object', properties: { [name]: member } };
      const { value } = fillValue(schema, fieldsFromFacts(schema, facts), []);
      return Object.entries(value ?? {});
    }),
  );

test('ends, totals and counts of moments are each of their own kind', () => {
  const number = { type: 'number' };
  const properties = {
    silence_start: number,
    silence_end: number,
    total_silence: number,
    total_silences: number,
    total_cuts: number,
  };
  expect(valuesOf(properties, FACTS)).toEqual({
    silence_start: 5,
    silence_end: 7,
    total_silence: 3.5,
    total_silences: 2,
    total_cuts: 3,
  });
});

test('one silence is no reason to call the whole silent', () => {
  const technical = FACTS.technical && { ...FACTS.technical, silence_gaps: [] };
  const properties = { is_silent: { type: 'boolean' } };
  expect(valuesOf(properties, FACTS)).toEqual({ is_silent: null });
  expect(valuesOf(properties, { ...FACTS, technical })).toEqual({ is_silent: false });
});

test('size, shape and length of the picture are known by their names', () => {
  const properties = {
    width: { type: 'integer' },
    video_height: { type: 'integer' },
    aspect_ratio: { type: 'string' },
    orientation: { enum: ['landscape', 'portrait'], type: 'string' },
    video_duration_s: { type: 'number' },
  };
  expect(
    valuesOf({ aspect_ratio: { type: 'string' } }, { ...FACTS, width: 2560, height: 1080 }),
  ).toEqual({
    aspect_ratio: '64:27',
  });
  expect(valuesOf(properties, FACTS)).toEqual({
    width: 1280,
    video_height: 720,
    aspect_ratio: '16:9',
    orientation: 'landscape',
    video_duration_s: 60,
  });
});

test('what is there until the end, ends there', () => {
  const overlay = { start: 8, end: null, region: [0, 0, 1, 0.2], confidence };
  const signal = { ...FACTS.signal, overlays: [overlay] } as Facts['signal'];
  const span = { start: { type: 'number' }, end: { type: 'number' } };
  const titles = { type: 'array', items: { type: 'object', properties: span } };
  expect(valuesOf({ titles }, { ...FACTS, signal })).toEqual({ titles: [{ start: 8, end: 60 }] });
});

test('lists say of which kind each is, what it says, and of all that happens in order', () => {
  const overlay = { start: 8, end: 11, region: [0, 0, 1, 0.2], confidence, text: 'SALE' };
  const signal = { ...FACTS.signal, overlays: [overlay] } as Facts['signal'];
  const text = { type: 'string' };
  const list = (members: Record<string, object>) => ({
    type: 'array',
    items: { type: 'object', properties: members },
  });
  const properties = {
    camera_moves: list({ direction: text, start: { type: 'number' } }),
    transitions: list({ type: text, at: { type: 'number' } }),
    dialogue: list({ time: { type: 'number' }, text, speaker: text }),
    title_text: text,
  };
  expect(valuesOf(properties, { ...FACTS, signal })).toEqual({
    camera_moves: [{ direction: 'pan_left', start: 14 }],
    transitions: [4, 12.4, 30].map((at) => ({ type: 'cut', at })),
    dialogue: [
      { time: 1.2, text: 'We sail at dawn.', speaker: null },
      { time: 24, text: 'The storm is near.', speaker: null },
    ],
    title_text: 'SALE',
  });
  const { timeline } = valuesOf(
    { timeline: list({ second: { type: 'number' }, description: text }) },
    { ...FACTS, signal },
  );
  expect(timeline).toEqual(
    expect.arrayContaining([
      { second: 4, description: 'The picture cuts to another shot.' },
      { second: 8, description: '"SALE" is laid over the picture for 3 s.' },
      { second: 24, description: 'It is said: "The storm is near."' },
    ]),
  );
});
