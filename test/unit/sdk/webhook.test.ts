import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../../sdk/src/webhook.ts';

const SECRET = `whsec_${Buffer.from('a secret of the tests, of 32 byte').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret, of as many bytes.').toString('base64')}`;
const BODY = JSON.stringify({ type: 'job.succeeded', data: { job_id: 'job_1' } });
const now = new Date('2026-05-01T12:00:00Z');

/** A message as an independent implementation of the standard signs it. */
function message({ at = now, secrets = [SECRET] } = {}) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign('msg_1', at, BODY))
      .join(' '),
  };
}
const bad = { type: 'bad_signature' };

test('a message by the secret is the event it carries, from a record of headers or from Headers', async () => {
  const headers = message();
  for (const given of [headers, new Headers(headers)]) {
    const event = await verifyWebhook(BODY, given, SECRET, { now });
    expect(event).toMatchObject({ type: 'job.succeeded', data: { job_id: 'job_1' } });
  }
  const bytes = new TextEncoder().encode(BODY);
  await expect(verifyWebhook(bytes, headers, SECRET, { now })).resolves.toBeDefined();
});

test('while a secret is changed a message passes by either of the two', async () => {
  const both = message({ secrets: [OTHER, SECRET] });
  await expect(verifyWebhook(BODY, both, SECRET, { now })).resolves.toBeDefined();
  await expect(verifyWebhook(BODY, message(), [OTHER, SECRET], { now })).resolves.toBeDefined();
});

test('another secret, a changed body, id or time, and a missing header are refused', async () => {
  const headers = message();
  const changed = [
    [BODY, headers, OTHER],
    [`${BODY} `, headers, SECRET],
    [BODY, { ...headers, 'webhook-id': 'msg_2' }, SECRET],
    [BODY, { ...headers, 'webhook-timestamp': String(now.getTime() / 1000 + 1) }, SECRET],
    [BODY, { ...headers, 'webhook-timestamp': 'now' }, SECRET],
    [BODY, { ...headers, 'webhook-signature': 'v1,!!!' }, SECRET],
    [BODY, { ...headers, 'webhook-signature': undefined }, SECRET],
  ] as const;
  for (const [body, given, secret] of changed)
    await expect(verifyWebhook(body, given, secret, { now })).rejects.toMatchObject(bad);
});

test('a message from long ago is refused, unless it may be as old', async () => {
  const old = message({ at: new Date(now.getTime() - 301_000) });
  await expect(verifyWebhook(BODY, old, SECRET, { now })).rejects.toMatchObject(bad);
  const patient = { now, toleranceSeconds: 600 };
  await expect(verifyWebhook(BODY, old, SECRET, patient)).resolves.toBeDefined();
});

test('what is no secret is said to be none', async () => {
  await expect(verifyWebhook(BODY, message(), 'whsec_', { now })).rejects.toThrow(TypeError);
});
