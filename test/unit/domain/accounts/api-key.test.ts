import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { isApiKey, makeApiKey } from '../../../../layers/domain/accounts/api-key.ts';

test('a key has its form and passes its own check', () => {
  const key = makeApiKey(randomBytes);
  expect(key).toMatch(/^sk_live_[0-9A-Za-z]{40}$/);
  expect(isApiKey(key)).toBe(true);
});

test('any one character changed makes it no key', () => {
  const key = makeApiKey(randomBytes);
  for (let at = 0; at < key.length; at += 1) {
    const other = key[at] === 'A' ? 'B' : 'A';
    expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
});

test('no other text is a key', () => {
  fc.assert(fc.property(fc.string(), (text) => !isApiKey(text) && !isApiKey(`sk_live_${text}`)));
  expect(isApiKey(` ${makeApiKey(randomBytes)}`)).toBe(false);
  expect(isApiKey(`${makeApiKey(randomBytes)}\n`)).toBe(false);
});

test('no two keys are the same', () => {
  const keys = Array.from({ length: 1000 }, () => makeApiKey(randomBytes));
  expect(new Set(keys).size).toBe(1000);
});
