import fc from 'fast-check';
import { z } from 'zod';
import { BatchRequest } from '../../../layers/domain/batches/batch.ts';
import { beginning, limitedTo } from '../../../layers/domain/characters.ts';
import { WatchVideoRequest } from '../../../layers/domain/questions/question.ts';
import { titleOf } from '../../../layers/domain/uploads/upload-name.ts';
import { titleLine } from '../../../layers/domain/videos/title.ts';

test('the beginning of a text is as long as it may be, and cuts no character in two', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 20 }), (whole, most) => {
      const start = beginning(whole, most);
      expect(start.isWellFormed()).toBe(true);
      expect(whole.startsWith(start)).toBe(true);
      expect(Array.from(start).length).toBe(Math.min(most, Array.from(whole).length));
    }),
  );
});

test('a title ends with a whole character', () => {
  expect(titleOf(`${'a'.repeat(199)}😀b.mp4`)).toBe(`${'a'.repeat(199)}😀`);
});

test.each(['می\u200cخواهم', 'क्\u200dष', '👩\u200d👩\u200d👧', 'שלום'])(
  'a title keeps the joiners that %s is written with',
  (name) => {
    expect(titleOf(`${name}.mp4`)).toBe(name);
    expect(titleLine(`${name}\n two`)).toBe(`${name} two`);
  },
);

test('a title has nothing that turns its direction or hides in it', () => {
  expect(titleOf('\u202egpj\u0000\ufeff\u{e0041}.mp4')).toBe('gpj');
  expect(titleLine('\u202eA\r\n\u2066 B\u0000C')).toBe('A B C');
  expect(titleOf('\u200d.mp4')).toBeNull();
  expect(titleLine(' \u200c\n')).toBeNull();
});

test('a title that a page gives ends with a whole character, too', () => {
  expect(titleLine(`${'a'.repeat(199)}😀b`)).toBe(`${'a'.repeat(199)}😀`);
});

test('texts are limited in the characters that the published schema counts', () => {
  const item = { url: 'https://video.example/a.mp4' };
  for (const letter of ['a', 'é', '語', '😀']) {
    const question = letter.repeat(8000);
    expect(WatchVideoRequest.safeParse({ ...item, question }).success).toBe(true);
    const { error } = WatchVideoRequest.safeParse({ ...item, question: question + letter });
    expect(error?.issues).toMatchObject([{ code: 'too_big', maximum: 8000 }]);
    const ref = letter.repeat(255);
    expect(BatchRequest.safeParse({ items: [{ ...item, ref }] }).success).toBe(true);
  }
  expect(z.toJSONSchema(limitedTo(z.string().min(1), 8000))).toMatchObject({
    minLength: 1,
    maxLength: 8000,
  });
});
