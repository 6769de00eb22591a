import { callerSchemas } from '../../../../layers/adapters/json-schema/caller-schemas.ts';
import { withNullAt } from '../../../../layers/domain/questions/fill-value.ts';

const { require: requireSchema, misfits } = callerSchemas();
const DRAFTS = [
  'http://json-schema.org/draft-04/schema#',
  'http://json-schema.org/draft-06/schema#',
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
];
const TYPES = 'array, boolean, integer, null, number, object, string';
const refused = (message: string) => ({
  type: 'invalid_schema',
  message: expect.stringContaining(message),
});
const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce((inner) => ({ not: inner }), true);
const PERSON = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    role: { enum: ['host', 'guest'] },
    seen: { type: 'array', items: { type: 'number', minimum: 0 } },
  },
  required: ['name', 'role', 'seen'],
  additionalProperties: false,
};
const PEOPLE = {
  type: 'object',
  properties: { people: { type: 'array', items: { $ref: '#/$defs/person' } } },
  required: ['people'],
  $defs: { person: PERSON },
};

describe('a schema', () => {
  test.each(DRAFTS)('of %s is taken when it is well-formed', async ($schema) => {
    const schema = {
      $schema,
      type: 'object',
      properties: { a: { $ref: '#/definitions/a' } },
      definitions: { a: { type: ['string', 'null'], minLength: 1 } },
    };
    await expect(requireSchema(schema)).resolves.toEqual(schema);
    await expect(misfits(schema, { a: 5 })).resolves.toEqual([['a']]);
  });

  test.each(DRAFTS)('of %s is refused with the place where it is malformed', async ($schema) => {
    await expect(
      requireSchema({ $schema, properties: { a: { type: 'strnig' } } }),
    ).rejects.toMatchObject(refused(`/properties/a/type must be one of ${TYPES}, or a list`));
    await expect(requireSchema({ $schema, required: 'a' })).rejects.toMatchObject(
      refused('/required'),
    );
  });

  test('has exclusive limits as its draft has them', async () => {
    const four = {
      $schema: DRAFTS[0],
      properties: { a: { type: 'number', minimum: 3, exclusiveMinimum: true } },
    };
    await requireSchema(four);
    expect(await misfits(four, { a: 3 })).toEqual([['a']]);
    expect(await misfits(four, { a: 4 })).toEqual([]);
    await expect(requireSchema({ ...four, $schema: DRAFTS[2] })).rejects.toMatchObject(
      refused('exclusiveMinimum'),
    );
  });

  test.each<[string, unknown, string]>([
    ['a list', [], 'is a list'],
    ['text', '{}', 'has to be a JSON Schema'],
    ['null', null, 'has to be a JSON Schema'],
    ['nested 33 deep', nested(33), 'deeper than 32'],
    ['nested too deep to be written out', nested(20_000), 'deeper than 32'],
    ['longer than 32 KB', { description: 'x'.repeat(32_768) }, 'longer than 32 KB'],
    ['with a remote reference', { items: { $ref: 'https://a.test/b.json' } }, 'local references'],
    ['with a file as reference', { $ref: 'file:///etc/passwd' }, 'local references'],
    ['with a remote dynamic reference', { $dynamicRef: 'a.json#b' }, 'local references'],
    ['with a reference to nothing', { $ref: '#/$defs/gone' }, 'which it does not hold'],
    ['with a place that it lacks', { $ref: '#/items' }, 'refers to "#/items"'],
    ['with an anchor that is not there', { items: { $ref: '#gone' } }, 'which it does not hold'],
    ['with lookahead', { pattern: '^(?=a)b' }, 'linear time'],
    ['with lookbehind', { items: { pattern: '(?<!a)b' } }, 'linear time'],
    ['true', true, 'an object'],
    ['false', false, 'an object'],
    ['with a backreference', { properties: { a: { pattern: '(a)\\1' } } }, 'linear time'],
    ['with a backreference in a name', { patternProperties: { '(a)\\1': {} } }, 'linear time'],
    ['with a pattern of another language', { pattern: '\\Aa\\z' }, 'regular expression'],
    ['with an open pattern', { pattern: '(a' }, 'regular expression'],
    ['with a list where a schema stands', { not: [{}] }, '/not must be object or boolean'],
    ['with two parts of one address', { $defs: { a: { $id: 'x:a' }, b: { $id: 'x:a' } } }, 'used'],
  ])('%s is refused', async (_what, schema, message) => {
    await expect(requireSchema(schema)).rejects.toMatchObject(refused(message));
  });

  test.each<[string, unknown]>([
    ['nested 32 deep', nested(32)],
    ['of 32 KB', { description: 'x'.repeat(32_768 - '{"description":""}'.length) }],
    ['with a pattern of letters and classes', { pattern: '^[\\p{L}\\u00e9\\/-]+\\d{2,4}$' }],
    ['with an anchor', { $defs: { a: { $anchor: 'here' } }, items: { $ref: '#here' } }],
    ['with a property named $ref', { properties: { $ref: { type: 'string' } } }],
  ])('%s is taken', async (_what, schema) => {
    await expect(requireSchema(schema)).resolves.toEqual(schema);
  });
});

describe('a value', () => {
  test.each<[string, object, unknown]>([
    ['in full', PEOPLE, { people: [{ name: 'A', role: 'host', seen: [1, 2.5] }] }],
    ['with null for members', PEOPLE, { people: [{ name: null, role: null, seen: null }] }],
    ['with null for items', PEOPLE, { people: [null, { name: 'A', role: null, seen: [null] }] }],
    ['that is null', PEOPLE, null],
    ['with a null constant', { properties: { a: { const: 1 } } }, { a: null }],
    ['of a union', { properties: { a: { oneOf: [{ type: 'string' }, PERSON] } } }, { a: 'x' }],
    [
      'with nulls in a branch of a union',
      { oneOf: [PERSON, { properties: { name: { type: 'string' } } }] },
      { name: null, role: null, seen: [] },
    ],
    ['of any kind', {}, { anything: [1] }],
  ])('%s fits', async (_what, schema, value) => {
    expect(await misfits(schema as never, value)).toEqual([]);
  });

  test('has its innermost places told', async () => {
    const value = {
      people: [
        { name: 5, role: 'host', seen: [1, -1, 'x'] },
        { name: 'B', role: 'cook', seen: 'never' },
      ],
    };
    const found = await misfits(PEOPLE, value);
    expect(new Set(found.map((path) => path.join('.')))).toEqual(
      new Set([
        'people.0.name',
        'people.0.seen.1',
        'people.0.seen.2',
        'people.1.role',
        'people.1.seen',
      ]),
    );
    expect(await misfits(PEOPLE, withNullAt(value, found))).toEqual([]);
  });

  test('loses the object that holds a member which may not be there, and no more', async () => {
    const good = { name: 'A', role: 'host', seen: [] };
    const value = { people: [{ ...good, age: 40 }, good] };
    const found = await misfits(PEOPLE, value);
    expect(found).toEqual([['people', 0]]);
    expect(withNullAt(value, found)).toEqual({ people: [null, good] });
  });

  test('is lost as a whole when the root does not fit', async () => {
    expect(await misfits({ type: 'array' }, 'text')).toEqual([[]]);
    expect(await misfits({ required: ['gone'] }, {})).toEqual([[]]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a property', { $ref: '#/properties/a/properties/b' }],
    ['a branch', { $ref: '#/oneOf/0' }],
    ['items', { $ref: '#/properties/list/items' }],
    ['a part of a definition', { $ref: '#/$defs/a~1b%20c/properties/x' }],
  ])('is held against a reference to %s', async (_what, reference) => {
    const schema = {
      properties: {
        a: { properties: { b: { type: 'string' } } },
        list: { items: { type: 'string' } },
        told: reference,
      },
      oneOf: [{ type: ['string', 'object'] }],
      $defs: { 'a/b c': { properties: { x: { type: 'string' } } } },
    };
    await requireSchema(schema);
    expect(await misfits(schema, { told: 'x' })).toEqual([]);
    expect(await misfits(schema, { told: null })).toEqual([]);
    expect(await misfits(schema, { told: 5 })).toEqual([['told']]);
  });

  test('may be as deep as a schema that refers to itself', async () => {
    const tree = {
      properties: { name: { type: 'string' }, next: { $ref: '#' } },
      required: ['name'],
    };
    await requireSchema(tree);
    expect(await misfits(tree, { name: 'a', next: { name: 'b', next: null } })).toEqual([]);
    expect(await misfits(tree, { name: 'a', next: { name: 5, next: null } })).toEqual([
      ['next', 'name'],
    ]);
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'a/b',
    'a~b',
    '50%',
    'ä #?',
  ])('may have a member named %s', async (name) => {
    const schema = JSON.parse(
      `{"properties":{${JSON.stringify(name)}:{"type":"string"}},"additionalProperties":false}`,
    );
    const value = (told: string) => JSON.parse(`{${JSON.stringify(name)}:${told}}`);
    await requireSchema(schema);
    expect(await misfits(schema, value('"x"'))).toEqual([]);
    expect(await misfits(schema, value('5'))).toEqual([[name]]);
    expect(Object.hasOwn(withNullAt(value('5'), [[name]]) as object, name)).toBe(true);
    expect(({} as Record<string, unknown>)['type']).toBeUndefined();
  });

  test('is not held up by a pattern that backtracks over texts of its own kind', async () => {
    const schema = { pattern: '^([ab]+q?)+$' };
    const from = performance.now();
    expect(await misfits(schema, `${'ab'.repeat(30)}!`)).toEqual([[]]);
    expect(performance.now() - from).toBeLessThan(2_000);
  });
});

const doubled = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [
    `a${at}`,
    { anyOf: [{ $ref: `#/$defs/a${at + 1}` }, { $ref: `#/$defs/a${at + 1}` }] },
  ]),
);
test.each<[string, object, string]>([
  ['a pattern that backtracks', { pattern: '^(a+)+$' }, 'takes very long'],
  ['a pattern that chooses twice', { items: { pattern: '^x(a|a)*$' } }, 'takes very long'],
  ['a pattern of words', { pattern: '^(\\w+\\s?)*$' }, 'takes very long'],
  ['a pattern of names', { patternProperties: { '^(a+)+$': {} } }, 'takes very long'],
  [
    'unions of unions',
    { $ref: '#/$defs/a0', $defs: { ...doubled, a30: { type: 'null' } } },
    'branches out',
  ],
  ['a reference to itself', { $ref: '#' }, 'refers to itself'],
  [
    'a reference to itself by name',
    { $anchor: 'me', anyOf: [{ $ref: '#me' }] },
    'refers to itself',
  ],
  [
    'two references to each other',
    {
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { $ref: '#/$defs/b' }, b: { not: { $ref: '#/$defs/a' } } },
    },
    'refers to itself',
  ],
  ['a reference to itself twice', { allOf: [{ $ref: '#' }, { $ref: '#' }] }, 'refers to itself'],
])('%s is refused within two seconds', async (_what, schema, message) => {
  const from = performance.now();
  await expect(requireSchema(schema)).rejects.toMatchObject(refused(message));
  expect(performance.now() - from).toBeLessThan(2_000);
});

test.each(['^(\\d+,)*\\d+$', '^[A-Z]{2}(-[A-Z0-9]+)*$', '^.*@.*\\.com$', '^https?://[^/]+(/.*)?$'])(
  'a pattern such as %s is taken',
  async (pattern) => {
    await expect(requireSchema({ pattern })).resolves.toEqual({ pattern });
  },
);
