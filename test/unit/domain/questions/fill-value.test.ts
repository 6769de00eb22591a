import { fillValue } from '../../../../layers/domain/questions/fill-value.ts';
import { pathOf } from '../../../../layers/domain/questions/schema-shape.ts';

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

test.each(['count', 'duration_seconds', 'howManyPeople'])(
  '%s is no moment, and is kept',
  (name) => {
    const schema = { type: 'object', properties: { [name]: { type: 'number' } } };
    expect(fillValue(schema, [field(name, 77)], []).value).toEqual({ [name]: 77 });
  },
);

test('a schema that refers to itself ends', () => {
  const schema = {
    type: 'object',
    properties: { next: { $ref: '#' }, loop: { $ref: '#/$defs/loop' } },
    $defs: { loop: { $ref: '#/$defs/loop' } },
  };
  expect(JSON.stringify(fillValue(schema, [], []).value).length).toBeLessThan(1_000);
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
