import { publicEgress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { httpReceiver } from '../../layers/adapters/webhooks/call-receiver.ts';
import { flakyReceiver } from '../support/sites/flaky-receiver.ts';
import { testTables } from '../support/tables.ts';
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
  const proxy = await startProxy(publicEgress);
  const call = httpReceiver({ ...publicEgress, proxy: proxy.lane().url });
  const { port } = new URL(receiver.url);
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', 'localhost.']) {
    const answer = await call({
      id: 'msg_1',
      url: `http://${host}:${port}/`,
      body: '{}',
      secret,
      at: new Date(),
    });
    expect(answer).toEqual({ status: null, error: expect.stringContaining('not public') });
  }
  expect(receiver.taken.size).toBe(0);
  receiver.close();
  await proxy.close();
});
