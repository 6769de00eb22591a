import fc from 'fast-check';
import { Email } from '../../../../layers/domain/identity/user.ts';

const at = (name: string, host = 'example.com') => Email.parse(`${name}@${host}`);

test.each([
  ['an accent', 'jos\u00e9', 'jose\u0301'],
  ['an accent on a capital letter', 'Jos\u00c9', 'JosE\u0301'],
  ['a syllable', '\ud55c', '\u1112\u1161\u11ab'],
  ['the order of two marks', 'a\u0323\u0302', 'a\u0302\u0323'],
  ['a mark that only the small letter has in one', '\u1e97', 'T\u0308'],
])('addresses that differ in how %s is written are one', (_what, one, other) => {
  expect(at(one)).toBe(at(other));
  expect(at('a', `${one}.example`)).toBe(at('a', `${other}.example`));
});

test('addresses of other letters are others, also where a form of Unicode calls them one', () => {
  expect(at('\u212aate')).not.toBe(at('kate'));
  expect(at('\uff4bate')).not.toBe(at('kate'));
  expect(at('jos\u00e9')).not.toBe(at('jose'));
});

test('an address that was taken is taken as it stands ever after', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
      const { data } = Email.safeParse(`${name}@example.com`);
      if (data !== undefined) expect(Email.parse(data)).toBe(data);
    }),
  );
});
