import fc from 'fast-check';
import { returnTo } from '../../../layers/http/return-to.ts';

const BASE = 'https://video.example/live';

test.each([
  ['/app', '/app'],
  ['/app?a=1&b=//x#c', '/app?a=1&b=//x#c'],
  ['/a/../app', '/app'],
  ['/.//evil.example/', '/.//evil.example/'],
  ['//evil.example/', '/home'],
  ['/\\evil.example/', '/home'],
  ['/\t/evil.example/', '/home'],
  ['///evil.example/', '/home'],
  ['https://video.example/app', '/home'],
  ['https:app', '/home'],
  ['', '/home'],
])('%j leads to %s', (value, path) => {
  expect(returnTo(value, BASE, '/home')).toBe(path);
});

test('whatever is sent, a browser stays on this origin', () => {
  const piece = fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '\t',
      '\n',
      ':',
      '@',
      '.',
      '..',
      '%2f',
      'evil.example',
      'https:',
      '?',
      '#',
    ],
    ...['javascript:', ' ', '\0', '[', ']', 'ⓔ', 'app', ';'],
  );
  const value = fc.oneof(
    fc.array(piece).map((pieces) => `/${pieces.join('')}`),
    fc.webUrl(),
    fc.string(),
  );
  fc.assert(
    fc.property(value, (sent) => {
      const path = returnTo(sent, BASE, '/home');
      expect(path.startsWith('/')).toBe(true);
      expect(new URL(path, BASE).origin).toBe('https://video.example');
    }),
    { numRuns: 5000 },
  );
});
