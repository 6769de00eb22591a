import { fillValue } from '../../../../layers/domain/questions/fill-value.ts';
import { type CallerSchema, pathOf } from '../../../../layers/domain/questions/schema-shape.ts';

const field = (path: string, value: unknown, seconds: number[] = [3]) => ({
  path,
  json: JSON.stringify(value),
  seconds,
});

test('members that were found are filled, the others are null and named with their reason', () => {
  const schema = {
    type: 'object',
    properties: {
      title: { type: 'string' },
      host: {
        type: 'object',
        properties: { name: { type: 'string' }, hat: { $ref: '#/$defs/hat' } },
      },
      prices: { type: 'array', items: { type: 'number' } },
    },
    $defs: { hat: { type: 'object', properties: { colour: { enum: ['red', 'blue'] } } } },
  };
  const { value, unanswered } = fillValue(
    schema,
    [field('title', 'Boats'), field('/host/hat/colour', 'red')],
    [{ field: 'host.name', reason: 'Nobody is named.' }],
  );
  expect(value).toEqual({
    title: 'Boats',
    host: { name: null, hat: { colour: 'red' } },
    prices: null,
  });
  expect(unanswered).toEqual([
    { field: 'host.name', reason: 'Nobody is named.' },
    { field: 'prices', reason: 'Nothing that was read tells it.' },
  ]);
});

test.each([
  ['goals_in_second_half', 'Goals'],
  ['cuts_between_5_and_10_seconds', ''],
  ['score_at_end', ''],
  ['second_longest_freeze', ''],
  ['seconds_frozen', ''],
  ['people', 'Who is seen within the first 10 seconds'],
])('a count, or a length, is no second of a stretch: %s', (name, description) => {
  const schema = { type: 'object', properties: { [name]: { type: 'number', description } } };
  expect(fillValue(schema, [field(name, 3, [3.2])], []).value).toEqual({ [name]: 3 });
});

test.each(['start_of_second_half', 'second_half_begins', 'goal_second_in_first_half'])(
  'a second in a stretch is one that was read: %s',
  (name) => {
    const schema = { type: 'object', properties: { [name]: { type: 'number' } } };
    expect(fillValue(schema, [field(name, 3, [3.2])], []).value).toEqual({ [name]: 3.2 });
  },
);

test('a schema of one value is filled as a whole, whatever it is called', () => {
  const whole = (schema: CallerSchema, path: string) => fillValue(schema, [field(path, 3)], []);
  for (const path of ['value', '', '$', '/'])
    expect(whole({ type: 'integer' }, path)).toEqual({ value: 3, unanswered: [] });
  const member = { type: 'object', properties: { value: { type: 'integer' } } };
  expect(whole(member, 'value')).toEqual({ value: { value: 3 }, unanswered: [] });
});

test('items of a list are put at their places, with all of their members', () => {
  const schema = {
    type: 'object',
    properties: {
      people: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, hat: { type: 'boolean' } },
        },
      },
    },
  };
  const filled = fillValue(
    schema,
    [field('people[1].name', 'Ann'), field('$.people[0].hat', true)],
    [],
  );
  expect(filled.value).toEqual({
    people: [
      { name: null, hat: true },
      { name: 'Ann', hat: null },
    ],
  });
});

test.each([
  ['a second that vouches for it', 3, 3],
  ['a second that was rounded', 3.2, 3],
  ['an invented second', 77, null],
])('a member that is a moment holds %s', (_, told, kept) => {
  const schema = { type: 'object', properties: { start_second: { type: 'number' } } };
  expect(fillValue(schema, [field('start_second', told)], []).value).toEqual({
    start_second: kept,
  });
});

test('a second that nobody read costs its own place in a list, and is named with it', () => {
  const item = { type: 'object', properties: { start: { type: 'number' }, who: {} } };
  const schema = {
    type: 'object',
    properties: {
      cuts: { type: 'array', items: { type: 'number' } },
      events: { type: 'array', items: item },
    },
  };
  const events = [{ start: 3, who: 'Ann' }, { start: 77, who: 'Bob' }, { start: 78 }];
  const filled = fillValue(
    schema,
    [field('cuts', [3, 77, 5], [3, 5]), field('events', events)],
    [],
  );
  expect(filled.value).toEqual({
    cuts: [3, null, 5],
    events: [{ start: 3, who: 'Ann' }, { start: null, who: 'Bob' }, null],
  });
  const reason = 'The second that was given was not read.';
  expect(filled.unanswered).toEqual(
    ['cuts[1]', 'events[1].start', 'events[2]'].map((lost) => ({ field: lost, reason })),
  );
  expect(fillValue(schema, [field('events', [{ start: 77 }])], [])).toMatchObject({
    value: { events: null },
    unanswered: [{ field: 'cuts' }, { field: 'events', reason }],
  });
});

test.each([
  ['12.6', '12.5'],
  ['12.5', '12.5'],
  ['0:13', '0:12.5'],
  ['00:12.5', '00:12.5'],
  ['12.4 s', '12.5s'],
  ['It is at 12.5 s.', 'It is at 12.5 s.'],
  ['It is at 12.4 s.', null],
  ['at the beginning', 'at the beginning'],
  ['1:17', null],
])('a moment written as %p is told as %p', (told, kept) => {
  const schema = { type: 'object', properties: { appears_at: { type: 'string' } } };
  expect(fillValue(schema, [field('appears_at', told, [12.5])], []).value).toEqual({
    appears_at: kept,
  });
});

test.each([
  'count',
  'duration_seconds',
  'howManyPeople',
  'longest_shot_seconds',
  'averageShotSeconds',
])('%s is no moment, and is kept', (name) => {
  const schema = { type: 'object', properties: { [name]: { type: 'number' } } };
  expect(fillValue(schema, [field(name, 77)], []).value).toEqual({ [name]: 77 });
});

test.each(['longest_shot_start_seconds', 'start_of_longest_shot_seconds'])(
  '%s is a moment of something that is the longest',
  (name) => {
    const schema = { type: 'object', properties: { [name]: { type: 'number' } } };
    expect(fillValue(schema, [field(name, 77)], []).value).toEqual({ [name]: null });
  },
);

test('what a reference names by its anchor has its shape', () => {
  const hat = { type: 'object', properties: { colour: { type: 'string' } } };
  for (const named of [{ $anchor: 'hat' }, { $dynamicAnchor: 'hat' }, { $id: '#hat' }]) {
    const schema = {
      type: 'object',
      properties: { first: { $ref: '#hat' }, all: { type: 'array', items: { $ref: '#hat' } } },
      $defs: { deep: { $defs: { hat: { ...named, ...hat } } } },
    };
    const fields = [
      field('first.colour', 'red'),
      field('all[1].colour', 'blue'),
      field('first.x', 1),
    ];
    expect(fillValue(schema, fields, [])).toEqual({
      value: { first: { colour: 'red' }, all: [null, { colour: 'blue' }] },
      unanswered: [{ field: 'all[0]', reason: expect.any(String) }],
    });
  }
});

const CIRCLE = {
  type: 'object',
  properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
  additionalProperties: false,
};
const BOX = {
  type: 'object',
  properties: { kind: { const: 'box' }, width: { type: 'number' }, height: { type: 'number' } },
  additionalProperties: false,
};

test('a union has the shape of the branch whose members were found', () => {
  const schema = {
    type: 'object',
    properties: {
      shape: { oneOf: [CIRCLE, BOX] },
      other: { anyOf: [CIRCLE, BOX, { type: 'null' }] },
      perhaps: { anyOf: [CIRCLE, { type: 'null' }] },
    },
  };
  const fields = [
    field('shape.kind', 'box'),
    field('shape.width', 5),
    field('other', { radius: 2 }),
  ];
  expect(fillValue(schema, fields, []).value).toEqual({
    shape: { kind: 'box', width: 5, height: null },
    other: { kind: null, radius: 2 },
    perhaps: { kind: null, radius: null },
  });
  expect(fillValue(schema, [], []).value).toMatchObject({ shape: null, other: null });
});

test.each<[string, object, string, unknown, unknown]>([
  [
    'names that the schema leaves open',
    { type: 'object', additionalProperties: { type: 'number' } },
    'prices.apple',
    3,
    { apple: 3 },
  ],
  [
    'names of a pattern',
    { type: 'object', patternProperties: { '^a': { type: 'number' } } },
    'prices.apple',
    3,
    { apple: 3 },
  ],
  [
    'places of a tuple',
    { prefixItems: [{ type: 'string' }, CIRCLE] },
    'prices[1].radius',
    3,
    [null, { kind: null, radius: 3 }],
  ],
  ['anything', {}, 'prices[0].b', 3, [{ b: 3 }]],
  ['an open name with a time in it', { type: 'object' }, "prices['at 99 s']", 3, null],
  ['a value with a time for a name', { type: 'object' }, 'prices', { '99s': 1 }, null],
  ['a place past the end of a tuple', { prefixItems: [true], items: false }, 'prices[1]', 3, null],
  ['a name that is closed', CIRCLE, 'prices.apple', 3, { kind: null, radius: null }],
])('a member may have %s', (_, prices, path, told, kept) => {
  const schema = { type: 'object', properties: { prices } };
  const { value } = fillValue(schema, [field(path, told)], []);
  expect(value).toEqual({ prices: kept });
});

test('a path without end through a schema that refers to itself ends', () => {
  const schema = {
    type: 'object',
    properties: { a: { anyOf: [{ $ref: '#' }, { allOf: [{ $ref: '#' }] }] } },
  };
  const from = performance.now();
  const fields = [field('a.'.repeat(60), 'x'), field('a.'.repeat(10_000), 'x')];
  fillValue(schema, fields, []);
  expect(performance.now() - from).toBeLessThan(1_000);
});

test('a schema that refers to itself ends', () => {
  const schema = {
    type: 'object',
    properties: { next: { $ref: '#' }, loop: { $ref: '#/$defs/loop' } },
    $defs: { loop: { $ref: '#/$defs/loop' } },
  };
  expect(JSON.stringify(fillValue(schema, [], []).value).length).toBeLessThan(1_000);
});

test('a member that a schema forbids is not there', () => {
  const schema = { type: 'object', properties: { kept: { type: 'string' }, gone: false } };
  expect(fillValue(schema, [field('kept', 'x'), field('gone', 'y')], [])).toEqual({
    value: { kept: 'x' },
    unanswered: [],
  });
});

test('a member of the prototype stays a member', () => {
  const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
  const { value } = fillValue(schema, [field('__proto__', 'x')], []);
  expect(Object.getOwnPropertyNames(value)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test.each([
  ['', []],
  ['$', []],
  ['a.b', ['a', 'b']],
  ['/a/0/b~1c', ['a', 0, 'b/c']],
  ['$.a[2].b', ['a', 2, 'b']],
  ["a['x y']", ['a', 'x y']],
])('the path %p is %p', (text, path) => {
  expect(pathOf(text)).toEqual(path);
});
