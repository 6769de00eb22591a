import { randomUUID } from 'node:crypto';
import { dynamoUsedTickets } from '../../../layers/adapters/dynamo/uploads/used-tickets.ts';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { publicOnly } from '../../../layers/adapters/egress/egress.ts';
import { gcmSeal } from '../../../layers/adapters/system/seal.ts';
import { makeReceiveByTicket } from '../../../layers/app/uploads/receive-by-ticket.ts';
import {
  makeIssueTicket,
  makeOpenTicket,
  makeUseTicket,
} from '../../../layers/app/uploads/tickets.ts';
import { makeEraseVideo } from '../../../layers/app/videos/erase-video.ts';
import { makeDeliverWebhook } from '../../../layers/app/webhooks/deliver-webhook.ts';
import { makeListDeliveries } from '../../../layers/app/webhooks/list-deliveries.ts';
import { makeSweepDeliveries } from '../../../layers/app/webhooks/sweep-deliveries.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { deliveryIdOf } from '../../../layers/domain/webhooks/webhook-delivery.ts';
import { WebhookEvent } from '../../../layers/domain/webhooks/webhook-event.ts';
import { directUploads } from '../../support/direct-uploads.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';

const webhook_url = 'https://receiver.example/hook';
const storage = await directUploads();
const { service, caller, events, complete, takeIn, single, begin } = storage;
const { db, records } = storage.tables;
const now = () => service.clock.now;
const deliveries = dynamoDeliveries(db, records);
const seal = gcmSeal('a secret that is long enough for this');

beforeEach(() => {
  service.engine.found = MINUTE;
  service.clock.now = new Date();
  service.told.length = 0;
  events.length = 0;
});
afterAll(storage.stop);

/** Carries out what is on its way, and answers with what the receiver was told. */
async function received(): Promise<WebhookEvent[]> {
  const bodies: string[] = [];
  const deliver = makeDeliverWebhook({
    deliveries,
    secrets: service.webhookSecrets,
    call: async ({ body }) => {
      bodies.push(body);
      return { status: 200, error: null };
    },
    queue: service.webhookQueue,
    now,
  });
  for (const message of service.told.splice(0)) await deliver(message);
  return bodies.map((body) => WebhookEvent.parse(JSON.parse(body)));
}

const listed = async (uploadId: string) =>
  (
    await makeListDeliveries({ deliveries, passOver: service.passOver })(caller.orgId, 100)
  ).deliveries.filter(({ upload_id }) => upload_id === uploadId);

test('a direct upload is told of as the video it became, by whoever comes first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { upload_id } = await single(`told of ${round}`, { webhook_url });
    const [key = ''] = events.splice(0);
    const [answer] = await Promise.all([complete(upload_id), takeIn(key), complete(upload_id)]);
    expect(await received()).toEqual([
      { type: 'video.ready', timestamp: expect.any(String), data: answer },
    ]);
    await Promise.all([complete(upload_id), takeIn(key)]);
    expect(await received()).toEqual([]);
    expect(await listed(upload_id)).toMatchObject([
      { id: deliveryIdOf(upload_id), status: 'delivered', attempts: 1 },
    ]);
  }
});

test('an upload of bytes that are there already is told of as the video that holds them', async () => {
  const first = await complete((await single('the same bytes')).upload_id);
  const { upload_id } = await single('the same bytes', { webhook_url });
  await complete(upload_id);
  const [event] = await received();
  expect(event).toMatchObject({ type: 'video.ready', data: { upload_id } });
  expect(event?.data).toMatchObject({ video: 'video' in first && first.video });
});

test('a file that is no video is told of with the error that its sender gets', async () => {
  service.engine.found = new DomainError('no_video_stream', 'There is no picture in it.');
  const { upload_id } = await single('no video', { webhook_url });
  await expect(complete(upload_id)).rejects.toMatchObject({ type: 'no_video_stream' });
  await expect(complete(upload_id)).rejects.toMatchObject({ type: 'no_video_stream' });
  expect(await received()).toMatchObject([
    { type: 'video.failed', data: { upload_id, error: { type: 'no_video_stream' } } },
  ]);
});

test('an upload that nobody finishes is told of when it is given up', async () => {
  const { upload_id } = await begin({ bytes: 10, webhook_url });
  service.clock.now = new Date(Date.now() + 8 * 24 * 3600_000);
  await storage.sweep();
  expect(await received()).toMatchObject([{ type: 'video.failed', data: { upload_id } }]);
});

test('when the worker dies between the end and the message, the sweep finds the delivery', async () => {
  const { upload_id } = await single('nobody heard', { webhook_url });
  await complete(upload_id);
  service.told.length = 0;
  service.clock.now = new Date(now().getTime() + 61_000);
  const sweep = makeSweepDeliveries({ deliveries, webhookQueue: service.webhookQueue, now });
  await sweep();
  expect(await received()).toMatchObject([{ type: 'video.ready', data: { upload_id } }]);
  expect(await sweep()).toEqual({ sent: 0 });
});

test('without a webhook nothing is told, nor kept to be told', async () => {
  const { upload_id } = await single('told to nobody');
  await complete(upload_id);
  expect(service.told).toEqual([]);
  expect(await listed(upload_id)).toEqual([]);
});

test.each(['http://127.0.0.1/hook', 'http://localhost/', 'https://u:p@example.com/'])(
  'a webhook to %s is refused before an upload or a ticket is made',
  async (refused) => {
    const naming = { type: 'invalid_request', message: expect.stringContaining('`webhook_url`') };
    await expect(begin({ bytes: 10, webhook_url: refused })).rejects.toMatchObject(naming);
    expect(() => issue(refused)).toThrow('`webhook_url`');
  },
);

test('an erased video is no longer told of', async () => {
  const { upload_id } = await single('gone before it is told', { webhook_url });
  const answer = await complete(upload_id);
  if (!('video' in answer)) throw new Error('not read');
  await makeEraseVideo({ ...service.erasing, artifacts: storage.ports().artifacts })(
    caller.orgId,
    answer.video.id,
  );
  expect(await received()).toEqual([]);
  expect(await listed(upload_id)).toEqual([]);
});

const issue = (url: string) =>
  makeIssueTicket({ seal, now, nonce: randomUUID, webhookRefusal: publicOnly().refusalOf })(
    caller,
    { webhook_url: url },
    'https://api.example',
  );
const openTicket = makeOpenTicket({ seal, accounts: service.accounts, now });
const useTicket = makeUseTicket({ usedTickets: dynamoUsedTickets(db, records) });

test('each upload by a ticket is told to the address it was made with, which it does not show', async () => {
  const { ticket } = issue(webhook_url);
  expect(Buffer.from(ticket, 'base64url').toString('latin1')).not.toContain('receiver');
  const receive = (bytes: string) =>
    makeReceiveByTicket({
      openTicket,
      useTicket,
      receiveUpload: (principal, file, _, by) =>
        service.receiveUpload(principal, bytes, file.filename, by),
    })(
      ticket,
      { filename: 'a.mp4', contentType: 'video/mp4', bytes: (async function* () {})() },
      undefined,
      new AbortController().signal,
    );
  service.engine.found = new DomainError('no_video_stream', 'There is no picture in it.');
  await expect(receive('no video')).rejects.toMatchObject({ type: 'no_video_stream' });
  service.engine.found = MINUTE;
  const answer = await receive('a video');
  expect(await received()).toMatchObject([
    { type: 'video.failed', data: { error: { type: 'no_video_stream' } } },
    { type: 'video.ready', data: answer },
  ]);
});

test('whoever holds a ticket does not choose who is told', async () => {
  const { ticket } = issue(webhook_url);
  const opened = await openTicket(ticket);
  const beginBy = (body: object) =>
    begin(body, opened.principal, undefined, { text: ticket, opened });
  await expect(beginBy({ bytes: 4, webhook_url })).rejects.toMatchObject({
    message: expect.stringContaining('when the ticket is made'),
  });
  const { upload_id } = await beginBy({ bytes: 4 });
  expect(await service.uploads.find(caller.orgId, upload_id)).toMatchObject({ webhook_url });
});

test('a delivery that ended is sent again when it is asked for, under the same id', async () => {
  const { upload_id } = await single('sent again', { webhook_url });
  await complete(upload_id);
  const [first] = await received();
  const ref = { orgId: caller.orgId, deliveryId: deliveryIdOf(upload_id) };
  expect(await deliveries.renew(ref, now())).toMatchObject({ status: 'pending', attempts: 0 });
  expect(await deliveries.renew(ref, now())).toMatchObject({ status: 'pending', attempts: 0 });
  service.told.push({ ...ref, delaySeconds: 0 });
  expect(await received()).toEqual([first]);
  expect(await deliveries.renew({ ...ref, deliveryId: 'msg_none' }, now())).toBeUndefined();
});
