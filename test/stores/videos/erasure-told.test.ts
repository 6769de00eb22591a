import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { makeEraseVideo } from '../../../layers/app/videos/erase-video.ts';
import { makeDeliverWebhook } from '../../../layers/app/webhooks/deliver-webhook.ts';
import { JobEvent } from '../../../layers/domain/webhooks/webhook-event.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

test('jobs that an erasure cancels are told of at once, once each, and the word outlives the video', async () => {
  const tables = await testTables();
  const service = testService(tables);
  const now = () => service.clock.now;
  const caller = await service.caller();
  const { upload_id, video } = await service.receiveUpload(caller, 'bytes');
  const call = { upload_id, sync: false, webhook_url: 'https://receiver.example/' };
  const asked = await Promise.all(
    [1, 2].map((start) => service.frames(caller, { ...call, detail: 'single', start })),
  );
  await makeEraseVideo(service.erasing)(caller.orgId, video.id);
  const messages = service.told.splice(0);
  expect(messages.map(({ delaySeconds }) => delaySeconds)).toEqual([0, 0]);

  const calls: string[] = [];
  const deliver = makeDeliverWebhook({
    deliveries: dynamoDeliveries(tables.db, tables.records),
    secrets: service.webhookSecrets,
    call: async ({ body }) => {
      calls.push(body);
      return { status: 200, error: null };
    },
    queue: service.webhookQueue,
    now,
  });
  for (const message of [...messages, ...messages]) await deliver(message);
  const events = calls.map((body) => JobEvent.parse(JSON.parse(body)));
  expect(events.map(({ type }) => type)).toEqual(['job.cancelled', 'job.cancelled']);
  expect(new Set(events.map(({ data }) => data.job_id))).toEqual(
    new Set(asked.map(({ body }) => body.job_id)),
  );
  expect(calls.join('')).not.toContain(video.id);
  expect((await service.getCredits(caller, 0)).topup_balance).toBe(100);
});
