import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import type { ApiEvent } from '../../../layers/http/api-event.ts';
import { credentialsOf } from '../../../layers/http/credentials.ts';
import { formToken } from '../../../layers/http/form-token.ts';
import { html } from '../../../layers/http/html.ts';
import { pageHandler, type Visit } from '../../../layers/http/page-handler.ts';
import { proxyEvent } from './proxy-event.ts';

const HTTPS = 'https://video.example';
let seen: Visit | undefined;
beforeEach(() => {
  seen = undefined;
});

const handler = pageHandler({
  'GET /signin': async (visit) => {
    seen = visit;
    return { page: { title: 'Sign in', body: html`<p>${visit.query['name']}</p>` } };
  },
  'POST /signin': async (visit) => {
    seen = visit;
    return { to: '/signin', cookies: ['a=1', 'b=2'] };
  },
  'GET /broken': async () => {
    throw new TypeError('secret');
  },
});

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly sourceIp?: string;
}
const eventOf = ({ method = 'GET', path = '/signin', sourceIp = '192.0.2.1', ...asked }: Asked) =>
  ({
    ...proxyEvent({ headers: {}, ...asked }),
    httpMethod: method,
    path,
    queryStringParameters: { name: '<script>' },
    stageVariables: { PUBLIC_URL: HTTPS },
    requestContext: { requestId: 'request-1', path, identity: { sourceIp } },
  }) as unknown as ApiEvent;
const ask = (asked: Asked) =>
  handler(eventOf(asked), {} as Context) as Promise<APIGatewayProxyResult>;
const tokenOf = (visitor: string) => /value="([^"]+)"/.exec(formToken(visitor).text)?.[1] ?? '';

const VISITOR = 'v'.repeat(43);
const COOKIE = `__Host-video_reader_signin=${VISITOR}`;
const FORM = { 'content-type': 'application/x-www-form-urlencoded', cookie: COOKIE };
const GOOD = `form_token=${tokenOf(VISITOR)}`;

test('under https cookies are bound to this host, and a Host that is made up changes nothing', async () => {
  const shown = await ask({ headers: { Host: 'evil.example', 'X-Forwarded-Proto': 'http' } });
  expect(seen?.baseUrl).toBe(HTTPS);
  expect(shown.multiValueHeaders?.['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-video_reader_signin=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
});

test('under https a cookie that a neighbour could have set is nobody’s', async () => {
  const cookie = 'video_reader_signin=planted; video_reader_session=planted';
  await ask({ headers: { cookie } });
  expect(seen?.visitor).not.toBe('planted');
  expect(seen?.session).toBeUndefined();
  expect(credentialsOf({}, eventOf({ headers: { cookie } })).session).toBeUndefined();
  const own = '__Host-video_reader_session=mine';
  expect(credentialsOf({}, eventOf({ headers: { cookie: own } })).session).toBe('mine');
});

test('a browser keeps its secret from page to page', async () => {
  const shown = await ask({ headers: { cookie: COOKIE } });
  expect(seen?.visitor).toBe(VISITOR);
  expect(shown.multiValueHeaders).toBeUndefined();
});

test.each<[string, Record<string, string>]>([
  ['our own Origin', { origin: HTTPS }],
  ['the Origin of a page without referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['no such headers', {}],
])('a form of our own page with %s is taken', async (_, headers) => {
  const answer = await ask({ method: 'POST', headers: { ...FORM, ...headers }, body: GOOD });
  expect(answer.statusCode).toBe(303);
  expect(answer.multiValueHeaders?.['set-cookie']).toEqual(['a=1', 'b=2']);
});

test.each<[string, Asked, number]>([
  ['another Origin', { headers: { origin: 'https://evil.example' } }, 403],
  ['our Origin without TLS', { headers: { origin: 'http://video.example' } }, 403],
  [
    'a Host and an Origin made up',
    { headers: { host: 'evil.example', origin: 'https://evil.example' } },
    403,
  ],
  ['a neighbour’s page', { headers: { 'sec-fetch-site': 'same-site' } }, 403],
  ['the token of another browser', { body: `form_token=${tokenOf('w'.repeat(43))}` }, 403],
  ['no token', { body: 'email=a' }, 403],
  ['JSON', { headers: { 'content-type': 'application/json' } }, 400],
  ['more than a form holds', { body: `${GOOD}&email=${'a'.repeat(70_000)}` }, 413],
])('a form with %s is refused', async (_, asked, status) => {
  const headers = { ...FORM, ...asked.headers };
  const refused = await ask({ method: 'POST', body: GOOD, ...asked, headers });
  expect([refused.statusCode, seen]).toEqual([status, undefined]);
});

test('text is escaped wherever it stands', async () => {
  const { body } = await ask({});
  expect(body).toContain('<p>&lt;script&gt;</p>');
  expect(html`<a href="${'"\'<>&'}">`.text).toBe('<a href="&quot;&#39;&lt;&gt;&amp;">');
});

test('HEAD is answered as GET, whose body the gateway leaves out', async () => {
  const { statusCode } = await ask({ method: 'HEAD' });
  expect([statusCode, seen?.baseUrl]).toEqual([200, HTTPS]);
});

test('a defect is a page that says nothing of the inside', async () => {
  const shown = await ask({ path: '/broken' });
  expect(shown.statusCode).toBe(500);
  expect(shown.body).not.toContain('secret');
});

test.each<[string, Asked, number, string | undefined]>([
  ['a path without a page', { path: '/signin/secret' }, 404, undefined],
  ['a path that ends in a slash', { path: '/signin/' }, 404, undefined],
  ['the name of what every object has', { path: 'constructor', method: '' }, 404, undefined],
  ['another method', { method: 'DELETE' }, 405, 'GET, HEAD, POST'],
])('%s is answered by a page that says so', async (_, asked, status, allow) => {
  const answer = await ask(asked);
  expect([answer.statusCode, answer.headers?.['allow']]).toEqual([status, allow]);
  expect(answer.headers?.['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(answer.body).not.toContain('/signin/secret');
  expect(seen).toBeUndefined();
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
  ['', ''],
])('%s is counted as %s', async (sourceIp, counted) => {
  await ask({ sourceIp });
  expect(seen?.address).toBe(counted);
});
