import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual, promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { ErrorBody } from '../../layers/domain/errors.ts';
import { PutTarget, UploadResult, UploadTicket } from '../../layers/domain/uploads/upload.ts';
import { WebhookDeliveryList } from '../../layers/domain/webhooks/webhook-delivery.ts';
import { WebhookEvent } from '../../layers/domain/webhooks/webhook-event.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

const ADMIN = join(import.meta.dirname, '../../bin/admin.ts');
const env = { ALLOW_PRIVATE_SOURCES: '1' };
let service: ServiceProcess;
let clip: Uint8Array<ArrayBuffer>;
let receiver: Server;
let webhook_url: string;
/** What the receiver was told, in order. */
const told: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  service = await startServiceProcess({ env });
  clip = await smallClip(service.dataDir);
  receiver = createServer(async (request, response) => {
    told.push({ headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
    receiver.emit('told');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?customer=42`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await endService(service);
});

const call = async (method: string, path: string, body: object = {}) => {
  const response = await fetch(path.startsWith('http') ? path : service.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};
/** The next call of its kind; one that was cut off with its service may have come before it. */
async function nextTold(type: WebhookEvent['type']) {
  for (;;) {
    const message = told.shift();
    if (!message) {
      await once(receiver, 'told');
      continue;
    }
    const event = WebhookEvent.parse(JSON.parse(message.body));
    if (event.type === type) return { ...message, event, id: message.headers['webhook-id'] };
  }
}
/** As `npm run admin` shows it to whoever runs the service. */
async function webhookSecret(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [ADMIN, 'webhook', 'secret', '--org', service.orgId, '--json'],
    { env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: service.dataDir } },
  );
  return JSON.parse(stdout).secret;
}
const deliveries = async () =>
  WebhookDeliveryList.parse((await call('GET', '/v1/webhooks/deliveries')).body).deliveries;

test('an upload whose service dies as the bytes arrive is told of once, signed, and again on demand', async () => {
  const request = { bytes: clip.length, content_type: 'video/mp4', webhook_url };
  const target = PutTarget.parse((await call('POST', '/v1/uploads/direct', request)).body);
  const { url, headers } = target.put;
  expect((await fetch(url, { method: 'PUT', headers, body: clip })).status).toBe(200);
  await service.kill();
  service = await startServiceProcess({ env, dataDir: service.dataDir });
  const complete = `/v1/uploads/${target.upload_id}/complete`;
  const completed = UploadResult.parse((await call('POST', complete)).body);
  const first = await nextTold('video.ready');
  expect(first.event).toMatchObject({ type: 'video.ready', data: completed });
  const secret = await webhookSecret();
  expect(() => new Webhook(secret).verify(first.body, first.headers as never)).not.toThrow();

  const [delivery, ...others] = await deliveries();
  expect([delivery?.upload_id, delivery?.id, others]).toEqual([target.upload_id, first.id, []]);
  const again = await call('POST', `/v1/webhooks/deliveries/${first.id}/resend`);
  expect(again).toMatchObject({ status: 200, body: { id: first.id } });
  expect((await nextTold('video.ready')).body).toBe(first.body);
  const none = await call('POST', '/v1/webhooks/deliveries/msg_none/resend');
  expect(none).toMatchObject({ status: 404, body: { error: { type: 'video_not_found' } } });
});

test('what comes by a ticket is told to the address that the ticket was made with', async () => {
  const made = await call('POST', '/v1/uploads/tickets', { webhook_url });
  const { upload_url } = UploadTicket.parse(made.body);
  const send = (body: Uint8Array<ArrayBuffer>) =>
    fetch(upload_url, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    });
  const refused = await send(new Uint8Array(1000));
  const { error } = ErrorBody.parse(await refused.json());
  expect((await nextTold('video.failed')).event).toMatchObject({ data: { error } });
  const answer = UploadResult.parse(await (await send(clip)).json());
  const ready = async () => (await nextTold('video.ready')).event.data;
  while (!isDeepStrictEqual(await ready(), answer));
});
