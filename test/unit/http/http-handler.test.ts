import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import fc from 'fast-check';
import { z } from 'zod';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { DomainError, ERROR_TYPES } from '../../../layers/domain/errors.ts';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { QueuedJob } from '../../../layers/domain/jobs/job.ts';
import { type ApiHandler, type Gate, httpHandler } from '../../../layers/http/http-handler.ts';
import { STATUS } from '../../../layers/http/problem.ts';
import { route } from '../../../layers/http/route.ts';
import { proxyEvent } from './proxy-event.ts';

const principal: Principal = {
  kind: 'key',
  orgId: 'org_1',
  tier: 'pro',
  scopes: ['video:read'],
  wallet: 'topup',
};

const gate: Gate = {
  async authenticate({ authorization }) {
    if (authorization === 'Bearer good') return principal;
    throw new DomainError('unauthorized', 'No.');
  },
  async admit() {},
};

const framesLike = route({
  name: 'frames-like',
  method: 'POST',
  path: '/',
  summary: '',
  scope: 'video:read',
  body: FramesRequest,
  replies: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: [],
});

const handler = httpHandler(framesLike, gate, async () => ({
  status: 200,
  body: { ok: true as const },
}));
const throwing = (error: unknown) => httpHandler(framesLike, gate, () => Promise.reject(error));

const call = (to: ApiHandler, request: Parameters<typeof proxyEvent>[0]) =>
  to(proxyEvent(request), {} as Context) as Promise<APIGatewayProxyResult>;
const errorIn = ({ body }: APIGatewayProxyResult) => JSON.parse(body).error;

const GOOD = '{"upload_id":"upl_1"}';

describe('an Idempotency-Key header', () => {
  const named = httpHandler(
    { ...framesLike, replies: { 200: z.strictObject({ key: z.string().nullable() }) } },
    gate,
    async ({ body }) => ({ status: 200, body: { key: body.idempotency_key ?? null } }),
  );
  const sent = async (header: string, body: object = {}) => {
    const headers = { Authorization: 'Bearer good', 'Idempotency-Key': header };
    const text = JSON.stringify({ upload_id: 'upl_1', ...body });
    const response = await call(named, { body: text, headers });
    return response.statusCode === 200
      ? (JSON.parse(response.body) as { key: string }).key
      : errorIn(response);
  };

  test('is the field of the body, plain or quoted', async () => {
    expect(await sent('k 1')).toBe('k 1');
    expect(await sent('"k 1"')).toBe('k 1');
    expect(await sent('k1', { idempotency_key: 'k1' })).toBe('k1');
  });

  test('of any characters is the key that the body says', async () => {
    // Node hands out each byte of a header as a character.
    const bytes = Buffer.from('Schlüssel ключ').toString('latin1');
    expect(await sent(bytes)).toBe('Schlüssel ключ');
    expect(await sent(bytes, { idempotency_key: 'Schlüssel ключ' })).toBe('Schlüssel ключ');
    // Read by whoever brought it, or never UTF-8.
    for (const key of ['ключ', 'Schlüssel']) {
      expect(await sent(key, { idempotency_key: key })).toBe(key);
    }
  });

  test('that differs from the field is refused, as one is that is too short or too long', async () => {
    expect(await sent('k2', { idempotency_key: 'k1' })).toMatchObject({
      type: 'invalid_request',
      reason: 'idempotency_mismatch',
    });
    expect(await sent('')).toMatchObject({ type: 'invalid_request' });
    expect(await sent('x'.repeat(256))).toMatchObject({ type: 'invalid_request' });
  });
});

test.each(['Authorization', 'Content-Type', 'Idempotency-Key'])(
  'a call with two headers %s is refused',
  async (name) => {
    const headers = { Authorization: 'Bearer good', 'Idempotency-Key': 'k1' };
    const sent = (values: string[]) =>
      call(handler, { body: GOOD, headers, multiValueHeaders: { [name.toLowerCase()]: values } });
    expect((await sent(['Bearer good'])).statusCode).toBe(200);
    const refused = await sent(['Bearer good', 'Bearer good']);
    expect([refused.statusCode, errorIn(refused)]).toEqual([
      400,
      {
        type: 'invalid_request',
        message: `The header ${name} is sent 2 times. Send it once.`,
        reason: 'repeated_header',
      },
    ]);
  },
);

test('an answer carries its type, its id and what keeps it private', async () => {
  const response = await call(handler, { body: GOOD });
  expect(response).toMatchObject({
    statusCode: 200,
    body: '{"ok":true}',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'request-1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
});

test('an answer that the job goes on says where to look for it', async () => {
  const job = {
    job_id: 'job_01M8J4E6CG8GA98Q1A51DP6S6F' as const,
    status: 'queued' as const,
    queue: 'read',
    queued_at: '2026-11-28T12:00:00.000Z',
  };
  const accepting = httpHandler({ ...framesLike, replies: { 202: QueuedJob } }, gate, async () => ({
    status: 202,
    body: job,
  }));
  const { statusCode, headers } = await call(accepting, { body: GOOD });
  expect([statusCode, headers?.['location']]).toEqual([
    202,
    `http://localhost/v1/jobs/${job.job_id}`,
  ]);
  expect(headers?.['access-control-expose-headers']).toContain('location');
});

test('no credential, a malformed and a wrong one are refused with the same bytes', async () => {
  const answers = await Promise.all(
    [{}, { Authorization: 'Basic good' }, { authorization: 'Bearer bad' }].map((headers) =>
      call(handler, { body: GOOD, headers }),
    ),
  );
  expect(new Set(answers.map(({ body, statusCode }) => `${statusCode}${body}`)).size).toBe(1);
  const rest =
    'resource_metadata="http://localhost/.well-known/oauth-protected-resource", scope="video:read"';
  expect(
    answers.map(({ statusCode, headers }) => [statusCode, headers?.['www-authenticate']]),
  ).toEqual([
    [401, `Bearer ${rest}`],
    [401, `Bearer error="invalid_token", ${rest}`],
    [401, `Bearer error="invalid_token", ${rest}`],
  ]);
});

test('where an edge unpacks it, a refusal with a challenge is carried past the gateway', async () => {
  const at = { body: GOOD, headers: { authorization: 'Bearer bad' } };
  const plain = await call(handler, at);
  const carried = await call(handler, { ...at, stageVariables: { EDGE_CARRIES: 'yes' } });
  expect([carried.statusCode, carried.body]).toEqual([203, plain.body]);
  expect(carried.headers).toMatchObject({
    'x-carried-status': 401,
    'x-carried-challenge': plain.headers?.['www-authenticate'],
  });
  expect(carried.headers).not.toHaveProperty('www-authenticate');
});

test('a token without the scope is refused before its body is looked at', async () => {
  const guarded = httpHandler({ ...framesLike, scope: 'account:read' }, gate, async () => ({
    status: 200,
    body: { ok: true as const },
  }));
  const response = await call(guarded, { body: '{' });
  expect(response.statusCode).toBe(403);
  expect(errorIn(response).type).toBe('insufficient_scope');
});

test.each(ERROR_TYPES)('%s is answered with its status', async (type) => {
  const response = await call(throwing(new DomainError(type, 'Words.')), { body: GOOD });
  expect(response.statusCode).toBe(STATUS[type]);
  expect(errorIn(response)).toEqual({ type, message: 'Words.' });
});

test('every refusal for rate says when to come back', async () => {
  const error = new DomainError('rate_limited', 'Slow.', { retryAfterSeconds: 17 });
  expect(await call(throwing(error), { body: GOOD })).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '17' },
  });
  const bare = new DomainError('rate_limited', 'Slow.');
  expect((await call(throwing(bare), { body: GOOD })).headers?.['retry-after']).toBe('1');
});

test.each([
  ['a defect', new TypeError('secret')],
  ['bad stored data', z.string().safeParse(1).error],
  ['a thrown string', 'secret'],
])('%s is answered with a bare 500', async (_, error) => {
  const response = await call(throwing(error), { body: GOOD });
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('secret');
  expect(errorIn(response).type).toBe('processing_failed');
});

test('an answer that the route does not describe is a defect', async () => {
  const wrong = httpHandler(framesLike, gate, async () => ({
    status: 200,
    body: { ok: true as const, more: 1 } as { ok: true },
  }));
  expect((await call(wrong, { body: GOOD })).statusCode).toBe(500);
});

test.each([
  ['nothing', '', 'missing'],
  ['no JSON', '{', 'not valid JSON'],
  ['a word', 'NaN', 'not valid JSON'],
  ['a number', '1', 'must be a JSON object'],
  ['null', 'null', 'must be a JSON object'],
  ['a list', '[]', 'must be a JSON object'],
  ['an unknown field', '{"upload_id":"upl_1","colums":3}', '`colums`'],
  ['a field twice', '{"upload_id":"upl_1","upload_id":"upl_2"}', 'is sent twice. Send it once'],
  ['a field twice by escapes', '{"fps":1,"f\\u0070s":2}', '`fps` is sent twice'],
  ['a field twice inside', '{"items":[{},{"url":1,"url":2}]}', '`items[1].url` is sent twice'],
  ['a prototype', '{"upload_id":"upl_1","__proto__":{"sync":false}}', '__proto__'],
  ['a constructor', '{"upload_id":"upl_1","constructor":{}}', '`constructor`'],
  ['depth', `{"url":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'Field `url[0][0]'],
  ['half a surrogate pair', '{"fps":1,"url":"\\ud800"}', 'Field `url` holds half of'],
  ['half a pair in a name', '{"fps":1,"\\ud800":1}', 'The body holds half of'],
  ['bytes that were not UTF-8', '{"url":"\uFFFD"}', 'Send it encoded as UTF-8'],
  ['an infinite number', '{"upload_id":"upl_1","start":1e999}', '`start`'],
  ['two sources', '{"upload_id":"upl_1","url":"upl_1"}', 'exactly one'],
])('%s as a body is refused in words', async (_, body, words) => {
  const response = await call(handler, { body });
  expect(response.statusCode).toBe(400);
  expect(errorIn(response).type).toBe('invalid_request');
  expect(errorIn(response).message).toContain(words);
});

test('a mark of the byte order before a body is passed over', async () => {
  expect((await call(handler, { body: `\uFEFF${GOOD}` })).statusCode).toBe(200);
});

test('a body in base64 with broken UTF-8 is refused', async () => {
  const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64');
  expect((await call(handler, { body, isBase64Encoded: true })).statusCode).toBe(400);
});

test('a large body is refused with 413, another content type with 415', async () => {
  const large = await call(handler, { body: `{"url":"${'a'.repeat(1 << 20)}"}` });
  expect(large.statusCode).toBe(413);
  const headers = { Authorization: 'Bearer good', 'content-type': 'text/plain' };
  expect((await call(handler, { body: GOOD, headers })).statusCode).toBe(415);
  const packed = { Authorization: 'Bearer good', 'content-encoding': 'gzip' };
  const response = await call(handler, { body: GOOD, headers: packed });
  expect(response.statusCode).toBe(415);
  expect(errorIn(response).message).toContain('without content-encoding');
});

test('a schema that nests too deeply is refused as a schema', async () => {
  const deep = `${'{"items":'.repeat(70)}{}${'}'.repeat(70)}`;
  const response = await call(handler, { body: `{"upload_id":"upl_1","schema":${deep}}` });
  expect(response.statusCode).toBe(400);
  expect(errorIn(response).type).toBe('invalid_schema');
});

test('a query parameter that is empty or sent twice is refused by name', async () => {
  const listing = httpHandler(
    route({
      name: 'list',
      method: 'GET',
      path: '/',
      summary: '',
      scope: 'video:read',
      query: z.strictObject({ limit: z.coerce.number().default(20) }),
      replies: { 200: z.strictObject({ limit: z.number() }) },
      errors: [],
    }),
    gate,
    async ({ query }) => ({ status: 200, body: query }),
  );
  expect((await call(listing, {})).body).toBe('{"limit":20}');
  expect((await call(listing, { query: { limit: ['5'] } })).body).toBe('{"limit":5}');
  for (const limit of [['1', '2'], ['']]) {
    expect(errorIn(await call(listing, { query: { limit } })).message).toContain('`limit`');
  }
  // As it arrives: only JSON.parse makes `__proto__` a member of its own.
  const response = await call(listing, { query: JSON.parse('{"__proto__":["1"]}') });
  expect(errorIn(response).message).toBe('Unknown field `__proto__`. The fields are `limit`.');
});

test('a query parameter that the route does not take is refused by name', async () => {
  const response = await call(handler, { body: GOOD, query: { sync: ['false'] } });
  expect(response.statusCode).toBe(400);
  expect(errorIn(response).message).toBe(
    'Unknown field `sync` in the query, which takes none here. The fields go into the JSON body.',
  );
});

test('a route without a body refuses what is in one by name, and takes none or an empty one', async () => {
  const bodiless = httpHandler(
    route({
      name: 'bodiless',
      method: 'POST',
      path: '/',
      summary: '',
      scope: 'video:read',
      replies: { 200: z.strictObject({}) },
      errors: [],
    }),
    gate,
    async () => ({ status: 200, body: {} }),
  );
  for (const request of [{}, { body: '' }, { body: '{}' }]) {
    expect((await call(bodiless, request)).statusCode).toBe(200);
  }
  const asked = await call(bodiless, { query: { verbose: ['1'] } });
  expect(errorIn(asked).message).toBe(
    'Unknown field `verbose` in the query, which takes none here.',
  );
  const response = await call(bodiless, { body: '{"max_bytes":5}' });
  expect(response.statusCode).toBe(400);
  expect(errorIn(response)).toMatchObject({
    type: 'invalid_request',
    message: 'Unknown field `max_bytes`. None is taken here.',
  });
});

test('no body whatsoever makes the edge fail', async () => {
  const almostJson = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc
      .record(
        { url: fc.anything(), fps: fc.anything(), start: fc.anything(), sync: fc.anything() },
        { requiredKeys: [] },
      )
      .map((value) =>
        JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? 0 : member)),
      ),
  );
  await fc.assert(
    fc.asyncProperty(almostJson, async (body) => {
      expect((await call(handler, { body })).statusCode).toBeLessThan(500);
    }),
    { numRuns: 500 },
  );
});
