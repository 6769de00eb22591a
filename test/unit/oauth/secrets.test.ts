import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { serverSecrets } from '../../../layers/adapters/oauth/secrets.ts';

const text = (letter: string) => letter.repeat(64);

test('every start derives the same keys from a secret, and others from another', () => {
  expect(serverSecrets(text('a'))).toEqual(serverSecrets(text('a')));
  const [a, b] = [serverSecrets(text('a')), serverSecrets(text('b'))];
  expect(a.signingKey.d).not.toBe(b.signingKey.d);
  expect(new Set([a.cookieKey, a.formKey, a.signingKey.d, b.cookieKey, b.formKey]).size).toBe(5);
});

test('the signing key is a key of P-256, whose halves fit', () => {
  for (let number = 0; number < 50; number += 1) {
    const { signingKey } = serverSecrets(`${text('x')}${number}`);
    const { d: _, ...open } = signingKey;
    const key = createPrivateKey({ key: { ...signingKey }, format: 'jwk' });
    const pub = createPublicKey({ key: { ...open }, format: 'jwk' });
    const message = Buffer.from('a message');
    expect(verify('sha256', message, pub, sign('sha256', message, key))).toBe(true);
  }
});

test('a secret that could be guessed is refused', () => {
  expect(() => serverSecrets('short')).toThrow('OAUTH_SECRET is shorter than 32 characters');
});
