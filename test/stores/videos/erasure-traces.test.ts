import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import { makeEraseVideo } from '../../../layers/app/videos/erase-video.ts';
import { makeDeliverWebhook } from '../../../layers/app/webhooks/deliver-webhook.ts';
import { directUploads } from '../../support/direct-uploads.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

test('deliveries of webhooks hold nothing of an erased video, brought or not', async () => {
  const tables = await testTables();
  const { db, records } = tables;
  const service = testService(tables, () => undefined);
  const now = () => service.clock.now;
  const caller = await service.caller();
  const sent = await service.receiveUpload(caller, 'all the bytes', 'Secret title.mp4');
  const { upload_id, video } = sent;
  const { sha256 } = (await service.videos.find(caller.orgId, video.id)) ?? {};
  const webhook_url = 'https://receiver.example/hook';
  const asked = { upload_id, sync: false, webhook_url, idempotency_key: 'once' };
  await service.frames(caller, asked);
  await service.workOff();
  const deliver = makeDeliverWebhook({
    deliveries: dynamoDeliveries(db, records),
    secrets: service.webhookSecrets,
    call: async () => ({ status: 204, error: null }),
    queue: service.webhookQueue,
    now,
  });
  for (const message of service.told.splice(0)) await deliver(message);
  await service.frames(caller, { ...asked, idempotency_key: 'twice', start: 1, end: 9 });
  await service.workOff();
  await service.frames(caller, { ...asked, idempotency_key: 'thrice', detail: 'overview' });
  await makeEraseVideo(service.erasing)(caller.orgId, video.id);
  const { Items = [] } = await db.send(new ScanCommand({ TableName: records }));
  const rows = JSON.stringify(Items);
  for (const trace of [
    video.id,
    upload_id,
    'Secret title',
    'all the bytes',
    sha256,
    'IDEMPOTENCY#',
  ])
    expect([trace, rows.includes(String(trace))]).toEqual([trace, false]);
  expect(service.artifacts.objects.size).toBe(0);
});

test('an erasure ends the transfers in parts under its prefixes, whoever began them', async () => {
  const storage = await directUploads();
  const { service, caller, client, ports } = storage;
  const first = await storage.single('a video');
  await storage.complete(first.upload_id);
  const twin = await storage.single('a video');
  await storage.complete(twin.upload_id);
  const others = await storage.single('another video');
  await storage.complete(others.upload_id);
  const keyOf = async (id: string) =>
    (await service.uploads.find(caller.orgId, id))?.source_key ?? '';
  const keys = await Promise.all([first, twin, others].map((one) => keyOf(one.upload_id)));
  for (const Key of keys) {
    const at = { Bucket: 'artifacts', Key: `${Key}.part` };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
    await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'bytes' }));
  }
  const video = await service.videos.findByUpload(caller.orgId, first.upload_id);
  const artifacts: Pick<ArtifactStore, 'deletePrefix'> = ports().artifacts;
  await makeEraseVideo({ ...service.erasing, artifacts })(caller.orgId, video?.video_id ?? '');
  const { Uploads = [] } = await client.send(
    new ListMultipartUploadsCommand({ Bucket: 'artifacts' }),
  );
  expect(Uploads.map(({ Key }) => Key)).toEqual([`${keys[2]}.part`]);
  await storage.stop();
});
