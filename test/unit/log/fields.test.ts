import { allowedFields } from '../../../layers/log/fields.ts';
import { withoutContent } from '../../../layers/log/text.ts';

const KEY = `sk_live_${'a1B2'.repeat(8)}`;
const SIGNED = 'https://bucket.s3.amazonaws.com/orgs/o/v?X-Amz-Credential=A&X-Amz-Signature=beef';
const WORDS = 'meet me at the harbour at nine';

const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test('a field that is not on the list is left out, and named so that it can be put there', () => {
  const line = allowedFields({ org_id: 'org_1', transcript: WORDS, headers: { cookie: KEY } });
  expect(line).toEqual({ org_id: 'org_1', left_out: ['transcript', 'headers'] });
});

test('what is listed is written as it was: ids, routes, numbers and metrics', () => {
  const line = {
    org_id: 'org_01KAMXAN2F8TYNSA4AGRN0C5RQ',
    route: 'GET /v1/jobs/{job_id}',
    request_id: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
    key: 'orgs/org_1/videos/vid_1/upl_1',
    ms: 12,
    Jobs: 1,
    _aws: { Timestamp: 1, CloudWatchMetrics: [{ Namespace: 'VideoReader' }] },
  };
  expect(allowedFields(line)).toEqual(line);
});

test.each([
  ['an address with its query', SIGNED, 'https://bucket.s3.amazonaws.com/…'],
  ['an address with a password', 'http://user:pass@proxy:80/a', 'http://proxy:80/…'],
  ['a key', `bad ${KEY}.`, 'bad sk_…'],
  ['a header', 'Authorization: Bearer abc.def-1', 'Authorization: Bearer …'],
  ['a ticket', `POST /v1/uploads/t/${'x'.repeat(64)}`, 'POST /v1/uploads/t/…'],
  ['words', `no answer in "${WORDS}" here`, 'no answer in "…" here'],
  ['what a program printed', `ffmpeg ended with 1\ntitle: ${WORDS}`, 'ffmpeg ended with 1'],
  ['a text without end', 'a b '.repeat(200), `${'a b '.repeat(75)}…`],
])('%s is not told', (_, text, told) => {
  expect(withoutContent(text)).toBe(told);
});

test('an error is told by its name, its cleaned message and where it was thrown, with its causes', () => {
  const cause = Object.assign(new Error(`GET ${SIGNED} failed`), {
    code: 'ECONNRESET',
    url: SIGNED,
  });
  const error = Object.assign(new TypeError(`"${WORDS}" is no schema`, { cause }), { body: WORDS });
  const { error: told } = allowedFields({ error });
  expect(told).toMatchObject({
    name: 'TypeError',
    message: '"…" is no schema',
    stack: expect.arrayContaining([expect.stringContaining('fields.test.ts')]),
    cause: { code: 'ECONNRESET', message: 'GET https://bucket.s3.amazonaws.com/… failed' },
  });
  for (const secret of [WORDS, 'Signature', 'body'])
    expect(JSON.stringify(told)).not.toContain(secret);
});

test('what could not be parsed is not quoted', () => {
  const error = thrown(() => JSON.parse(WORDS));
  expect(JSON.stringify(allowedFields({ error }))).not.toContain('meet');
});
