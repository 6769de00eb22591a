import { newAccess } from '../../local/engine-access.ts';
import { type LocalQueues, startQueues } from '../../local/queues/queues.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { testAccess, testTables } from '../support/tables.ts';

const access = testAccess();
const OLD_MS = 16 * 60_000;
let queues: LocalQueues;

beforeAll(async () => {
  // It answers from now on.
  await testTables();
  queues = await startQueues({ port: 0, workers: [], access });
});
afterAll(() => queues.stop());

interface Sending {
  readonly keys?: typeof access.credentials;
  readonly signed?: string;
  readonly date?: Date;
  /** False leaves the header with the hash of the body out, as some clients do. */
  readonly hashHeader?: boolean;
}

const engines = [
  {
    service: 'dynamodb',
    endpoint: () => process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '',
    target: 'DynamoDB_20120810.ListTables',
    status: 400,
  },
  { service: 'sqs', endpoint: () => queues.endpoint, target: 'AmazonSQS.ListQueues', status: 403 },
];

async function send(
  { service, endpoint, target }: (typeof engines)[number],
  { keys = access.credentials, signed = '{}', date, hashHeader = true }: Sending = {},
): Promise<{ status: number; text: string }> {
  const url = new URL(endpoint());
  const { host: _, ...sent } = await signedHeaders(url, {
    service,
    region: access.region,
    credentials: keys,
    date,
    hashHeader,
    body: signed,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target },
  });
  const response = await fetch(url, { method: 'POST', headers: sent, body: '{}' });
  return { status: response.status, text: await response.text() };
}

describe.each(engines)('$service', (engine) => {
  test.each([
    ['with the hash of the body', {}],
    ['without it', { hashHeader: false }],
  ])('a request that is signed with the key pair is answered, %s', async (_, how) => {
    expect(await send(engine, how)).toMatchObject({ status: 200 });
  });

  const { accessKeyId } = access.credentials;
  const refused: [string, Sending][] = [
    [
      'the key pair that everybody knows',
      { keys: { accessKeyId: 'local', secretAccessKey: 'local' } },
    ],
    ['another key pair', { keys: newAccess(access.region).credentials }],
    ['the key with another secret', { keys: { accessKeyId, secretAccessKey: 'other' } }],
    ['the signature of another body', { signed: '{"Limit":1}' }],
    ['the signature of another body, unnamed', { signed: '{"Limit":1}', hashHeader: false }],
    ['a signature of a quarter of an hour ago', { date: new Date(Date.now() - OLD_MS) }],
    ['a signature of a later time', { date: new Date(Date.now() + OLD_MS) }],
  ];
  test.each(refused)('%s is refused', async (_, how) => {
    const { status, text } = await send(engine, how);
    expect(status).toBe(engine.status);
    expect(JSON.parse(text)).toEqual({ __type: expect.any(String), message: expect.any(String) });
  });

  test.each(['GET', 'POST', 'OPTIONS', 'PUT'])(
    '%s without a signature is refused',
    async (method) => {
      for (const path of ['/', '/shell', '/health', '/_fauxqs/queues', '/bucket/key']) {
        const response = await fetch(engine.endpoint() + path, {
          method,
          headers: { origin: 'https://page.example', 'access-control-request-method': 'POST' },
        });
        expect([path, response.status]).toEqual([path, engine.status]);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        await response.text();
      }
    },
  );
});
