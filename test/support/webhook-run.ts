import { dynamoDeliveries } from '../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { httpReceiver } from '../../layers/adapters/webhooks/call-receiver.ts';
import { makeDeliverWebhook } from '../../layers/app/webhooks/deliver-webhook.ts';
import { makeSweepDeliveries } from '../../layers/app/webhooks/sweep-deliveries.ts';
import { testService } from './service.ts';
import { flakyReceiver } from './sites/flaky-receiver.ts';
import type { TestTables } from './tables.ts';

/**
 * Ends `jobs` jobs that tell a receiver which fails a part of its calls, and carries deliveries out
 * until none is pending. Time is the test's: waits pass at once.
 */
export async function webhookRun(tables: TestTables, jobs: number, failing: number) {
  const service = testService(tables, () => undefined);
  const { db, records } = tables;
  const now = () => new Date();
  service.clock.now = now();
  const caller = await service.caller('enterprise', 10_000);
  const receiver = await flakyReceiver(await service.webhookSecrets.of(caller.orgId), { failing });
  const { upload_id } = await service.receiveUpload(caller, 'bytes');
  // Signatures carry the true time, which receivers check; waits are counted on the service's
  // clock.
  const proxy = await startProxy(egress('1'));
  const call = httpReceiver({ ...egress('1'), proxy: proxy.lane().url, timeoutMs: 1000 });
  const deliveries = dynamoDeliveries(db, records);
  const deliver = makeDeliverWebhook({
    deliveries,
    secrets: service.webhookSecrets,
    call: (message) => call({ ...message, at: now() }),
    queue: service.webhookQueue,
    now: () => service.clock.now,
  });
  const sweep = makeSweepDeliveries({
    deliveries,
    webhookQueue: service.webhookQueue,
    now: () => service.clock.now,
  });

  const ids = new Set<string>();
  const body = { upload_id, detail: 'single', start: 1, sync: false, webhook_url: receiver.url };
  for (let at = 0; at < jobs; at += 1) {
    const { job_id } = await service.acceptFrames(caller, body);
    ids.add(job_id.replace('job_', 'msg_'));
    await service.workOff();
  }
  const rounds = async (left: number): Promise<void> => {
    const messages = service.told.splice(0);
    await inBatches(messages, 20, deliver);
    service.clock.now = new Date(service.clock.now.getTime() + 7 * 3600_000);
    const { sent } = await sweep();
    if (left > 0 && (sent > 0 || service.told.length > 0)) await rounds(left - 1);
  };
  await rounds(40);
  receiver.close();
  await proxy.close();
  const listed = await deliveries.list(caller.orgId, jobs);
  return { ids, receiver, listed };
}

async function inBatches<T>(all: readonly T[], size: number, work: (item: T) => Promise<void>) {
  for (let at = 0; at < all.length; at += size) {
    await Promise.all(all.slice(at, at + size).map(work));
  }
}
