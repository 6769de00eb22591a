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
