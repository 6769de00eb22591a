import fc from 'fast-check';
import { baseUrl } from '../../../layers/http/base-url.ts';

const asked = (headers: Record<string, string>, path = '/v1/frames', full = path) =>
  baseUrl({ headers, path, requestContext: { path: full } });

test('on one machine the base address is the host that was called', () => {
  expect(asked({ host: 'localhost:8787' })).toBe('http://localhost:8787');
});

test('behind API Gateway it keeps the stage', () => {
  const headers = { Host: 'abc.execute-api.eu-west-1.amazonaws.com', 'X-Forwarded-Proto': 'https' };
  expect(asked(headers, '/v1/frames', '/prod/v1/frames')).toBe(
    'https://abc.execute-api.eu-west-1.amazonaws.com/prod',
  );
});

test('behind a domain of its own it has no stage', () => {
  const headers = { Host: 'api.example', 'X-Forwarded-Proto': 'https' };
  expect(asked(headers)).toBe('https://api.example');
});

test('whatever the host header says, it is an address', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (host, scheme) => {
      expect(URL.canParse(asked({ host, 'x-forwarded-proto': scheme }))).toBe(true);
    }),
  );
});
