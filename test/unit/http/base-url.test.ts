import fc from 'fast-check';
import { baseUrl } from '../../../layers/http/base-url.ts';

const asked = (
  domainName: string,
  path = '/v1/frames',
  full = path,
  publicUrl: string | undefined = undefined,
) =>
  baseUrl({
    path,
    stageVariables: publicUrl === undefined ? null : { PUBLIC_URL: publicUrl },
    requestContext: { domainName, path: full },
  });

const GATEWAY = 'abc.execute-api.eu-west-1.amazonaws.com';

test.each(['http://localhost:8787', 'http://localhost:8787/', 'http://localhost:8787//'])(
  'the address that the stage is given, %s, is taken',
  (address) => {
    expect(asked(GATEWAY, '/v1/frames', '/live/v1/frames', address)).toBe('http://localhost:8787');
  },
);

test('without one, the gateway’s own name and its stage are the address', () => {
  expect(asked(GATEWAY, '/v1/frames', '/prod/v1/frames')).toBe(`https://${GATEWAY}/prod`);
});

test('behind a domain of its own it has no stage', () => {
  expect(asked('api.example')).toBe('https://api.example');
});

test('what a caller says of host and scheme changes nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (host, scheme) => {
      const event = {
        headers: { host, 'x-forwarded-proto': scheme, 'x-forwarded-host': host },
        path: '/v1/frames',
        requestContext: { domainName: 'api.example', path: '/v1/frames' },
      };
      expect(baseUrl(event)).toBe('https://api.example');
    }),
  );
});
