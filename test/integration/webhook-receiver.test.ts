import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { dynamoWebhookSecrets } from '../../layers/adapters/dynamo/webhooks/webhook-secrets.ts';
import { egress, publicOnly } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { httpReceiver } from '../../layers/adapters/webhooks/call-receiver.ts';
import { makeRotateSecret } from '../../layers/app/webhooks/rotate-secret.ts';
import { flakyReceiver } from '../support/sites/flaky-receiver.ts';
import { testTables } from '../support/tables.ts';
import { tlsSite } from '../support/tls-site.ts';
import { webhookRun } from '../support/webhook-run.ts';

test('sixty deliveries to a receiver that fails a third of its calls: none is lost, all verify', async () => {
  const { ids, receiver, listed } = await webhookRun(await testTables(), 60, 0.3);
  expect(receiver.failures()).toBeGreaterThan(0);
  expect(receiver.forged).toEqual([]);
  expect(new Set(receiver.taken.keys())).toEqual(ids);
  expect(new Set(listed.map(({ status }) => status))).toEqual(new Set(['delivered']));
});

test('an inside address is not dialled, whichever way it is written', async () => {
  const secret = `whsec_${Buffer.alloc(24).toString('base64')}`;
  const receiver = await flakyReceiver(secret, { failing: 0 });
  const outside = publicOnly();
  const proxy = await startProxy(outside);
  const call = httpReceiver({ ...outside, proxy: proxy.lane().url });
  const { port } = new URL(receiver.url);
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', 'localhost.']) {
    const answer = await call({
      id: 'msg_1',
      url: `http://${host}:${port}/`,
      body: '{}',
      secrets: [secret],
      at: new Date(),
    });
    expect(answer).toEqual({ status: null, error: expect.stringContaining('not public') });
  }
  expect(receiver.taken.size).toBe(0);
  receiver.close();
  await proxy.close();
});

test('a receiver that does not answer is connected to once for each call', async () => {
  const secret = `whsec_${Buffer.alloc(24).toString('base64')}`;
  let connections = 0;
  const silent = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).resume();
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const receiver = await flakyReceiver(secret, { failing: 0 });
  const proxy = await startProxy(egress('1'));
  const call = httpReceiver({ ...egress('1'), proxy: proxy.lane().url, timeoutMs: 200 });
  const message = { id: 'msg_1', body: '{}', secrets: [secret], at: new Date() };
  for (const calls of [1, 2]) {
    const answer = await call({ ...message, url: `http://127.0.0.1:${port}/` });
    expect(answer).toEqual({ status: null, error: 'no answer in time' });
    // Whatever a given-up call leaves behind has come by the end of the next one.
    expect((await call({ ...message, url: receiver.url })).status).toBe(200);
    expect(connections).toBe(calls);
  }
  receiver.close();
  silent.close();
  await proxy.close();
});

test('why a receiver gave no answer is said in words of this service, and for how long it asks', async () => {
  const REFUSED = 'HTTP/1.1 400 Bad Request\r\n\r\n';
  const answers: Record<string, string> = {
    '/closing': '',
    '/garbage': 'garbage\r\n\r\n',
    '/busy': 'HTTP/1.1 503 Busy\r\nretry-after: 40\r\ncontent-length: 0\r\n\r\n',
    '/long': `HTTP/1.1 200 OK\r\n${`x-long: ${'x'.repeat(1000)}\r\n`.repeat(100)}\r\n`,
  };
  const odd = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (asked) => socket.end(answers[`${asked}`.split(' ')[1] ?? ''] ?? REFUSED));
  });
  odd.listen(0, '127.0.0.1');
  await once(odd, 'listening');
  const plain = `127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const secured = await tlsSite(() => undefined);
  const proxy = await startProxy(egress('1'));
  const call = httpReceiver({ ...egress('1'), proxy: proxy.lane().url });
  const secrets = [`whsec_${Buffer.alloc(24).toString('base64')}`];
  for (const [url, error] of [
    [`http://${plain}/closing`, 'it closed the connection without an answer'],
    [`http://${plain}/garbage`, 'what it answered is not HTTP/1.1'],
    [`http://${plain}/long`, 'the header of its answer is too large'],
    [`https://${plain}/`, 'it does not speak TLS as it has to'],
    [secured.url.replace('localhost', '127.0.0.1'), 'its certificate is not valid for this host'],
  ] as const) {
    const answer = await call({ id: 'msg_1', url, body: '{}', secrets, at: new Date() });
    expect([url, answer]).toEqual([url, { status: null, error }]);
  }
  const busy = { id: 'msg_1', url: `http://${plain}/busy`, body: '{}', secrets, at: new Date() };
  expect(await call(busy)).toEqual({ status: 503, error: null, retryAfterSeconds: 40 });
  odd.close();
  secured.close();
  await proxy.close();
});

test('for a day after a rotation every message verifies by the new secret and by the one before', async () => {
  const { db, records } = await testTables();
  const secrets = dynamoWebhookSecrets(db, records);
  const rotatedAt = new Date('2026-05-01T12:00:00Z');
  const [before, after] = [
    await secrets.of('org_1'),
    (await makeRotateSecret({ secrets, now: () => rotatedAt })('org_1')).secret,
  ];
  const proxy = await startProxy(egress('1'));
  const call = httpReceiver({ ...egress('1'), proxy: proxy.lane().url });
  const verified = async (secret: string, now: Date) => {
    const receiver = await flakyReceiver(secret, { failing: 0 });
    // What is signed with is taken as of then; the message is of this moment, as receivers demand.
    const signing = await secrets.signing('org_1', now);
    await call({ id: 'msg_1', url: receiver.url, body: '{}', secrets: signing, at: new Date() });
    receiver.close();
    return receiver.forged.length === 0 && receiver.taken.size === 1;
  };
  const hours = (count: number) => new Date(rotatedAt.getTime() + count * 3600_000);
  expect(await verified(before, hours(23.9))).toBe(true);
  expect(await verified(after, hours(23.9))).toBe(true);
  expect(await verified(before, hours(24))).toBe(false);
  expect(await verified(after, hours(24))).toBe(true);
  await proxy.close();
});

test('every secret that was rotated away signs for its day, however often and at once it is rotated', async () => {
  const { db, records } = await testTables();
  const secrets = dynamoWebhookSecrets(db, records);
  const at = (hours: number) => new Date(Date.parse('2026-05-01T12:00:00Z') + hours * 3600_000);
  const rotate = async (hours: number) =>
    (await makeRotateSecret({ secrets, now: () => at(hours) })('org_2')).secret;
  const first = await secrets.of('org_2');
  const second = await rotate(0);
  const third = await rotate(1);
  expect(await secrets.signing('org_2', at(2))).toEqual([third, second, first]);
  expect(await secrets.signing('org_2', at(24.5))).toEqual([third, second]);
  expect(await secrets.signing('org_2', at(25))).toEqual([third]);
  const made = await Promise.all(Array.from({ length: 6 }, () => rotate(30)));
  const signing = await secrets.signing('org_2', at(31));
  expect(signing).toHaveLength(5);
  expect(made).toEqual(expect.arrayContaining([...signing]));
  expect(await secrets.of('org_2')).toBe(signing[0]);
});
