import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { ErrorBody } from '../../layers/domain/errors.ts';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { PutTarget, UploadResult, UploadTicket } from '../../layers/domain/uploads/upload.ts';
import { WebhookDeliveryList } from '../../layers/domain/webhooks/webhook-delivery.ts';
import { WebhookEvent } from '../../layers/domain/webhooks/webhook-event.ts';
import { admin } from '../support/admin.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

const env = { ALLOW_PRIVATE_SOURCES: '1', LOG_LEVEL: 'INFO' };
const BYTES = 3_000_000;
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
  const command = ['webhook', 'secret', '--org', service.orgId, '--json'];
  return JSON.parse(await admin(command, { DATA_DIR: service.dataDir })).secret;
}
const deliveries = async () =>
  WebhookDeliveryList.parse((await call('GET', '/v1/webhooks/deliveries')).body).deliveries;

/** Sends a request whose body breaks off in its middle. */
async function cut(method: string, url: string, headers: Record<string, string>, begun = '') {
  const { pathname, search, host, hostname, port } = new URL(url, service.baseUrl);
  const named = { host, 'content-length': String(BYTES), ...headers };
  const lines = Object.entries(named).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(Number(port), hostname);
  const text = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${begun}`;
  await new Promise((sent) => socket.write(text + 'x'.repeat(BYTES / 2), sent));
  socket.resetAndDestroy();
}

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await wait(50);
};
/** Lines of the log that hold a text. */
const lines = (holding: string): Record<string, unknown>[] =>
  service
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(holding))
    .map((line) => JSON.parse(line));
const logged = (route: string) => lines(`"route":"${route}"`);

const form = 'multipart/form-data; boundary=b';
const opening = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';

test('a form that its sender cuts is a refusal in the log, and no failure', async () => {
  const authorization = `Bearer ${service.apiKey}`;
  await cut('POST', '/v1/uploads', { authorization, 'content-type': form }, opening);
  await until(() => logged('uploads').length > 0);
  expect(logged('uploads')).toMatchObject([{ level: 'INFO', message: 'refused', status: 400 }]);
});

test('so is a file by ticket, which may be sent again', async () => {
  const { upload_url } = UploadTicket.parse((await call('POST', '/v1/uploads/tickets')).body);
  await cut('POST', upload_url, { 'content-type': 'video/mp4' });
  await until(() => logged('ticket-upload').length > 0);
  expect(logged('ticket-upload')).toMatchObject([{ level: 'INFO', status: 400 }]);
  const again = await fetch(upload_url, { method: 'POST', body: clip });
  expect(again.status).toBe(200);
});

test('a signed PUT that is cut leaves nothing, neither bytes nor words', async () => {
  const target = PutTarget.parse((await call('POST', '/v1/uploads/direct', { bytes: BYTES })).body);
  await cut('PUT', target.put.url, target.put.headers);
  const blobs = join(service.dataDir, 'objects', 'blobs');
  const parts = async () =>
    (await readdir(blobs, { recursive: true })).filter((name) => name.endsWith('.part'));
  await until(async () => (await parts()).length === 0);
  const body = new Uint8Array(BYTES);
  const whole = await fetch(target.put.url, { method: 'PUT', headers: target.put.headers, body });
  expect(whole.status).toBe(200);
});

test('a call whose JSON is cut is none', async () => {
  const authorization = `Bearer ${service.apiKey}`;
  const before = service.said();
  await cut('POST', '/v1/frames', { authorization, 'content-type': 'application/json' }, '{');
  expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
  expect(service.said().slice(before.length)).not.toContain('"route":"frames"');
});

test('the log joins a call and the run of its job by the trace that the caller names', async () => {
  const { upload_url } = UploadTicket.parse((await call('POST', '/v1/uploads/tickets')).body);
  const sent = await fetch(upload_url, { method: 'POST', body: clip });
  const { upload_id } = UploadResult.parse(await sent.json());
  const root = '1-5759e988-bd862e3fe1be46a994272793';
  const answer = await fetch(`${service.baseUrl}/v1/frames`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.apiKey}`,
      'content-type': 'application/json',
      'x-amzn-trace-id': `Root=${root}`,
    },
    body: JSON.stringify({ upload_id, transcribe: false }),
  });
  expect(answer.headers.get('x-amzn-trace-id')).toBe(`Root=${root}`);
  const { job_id } = FramesResult.parse(await answer.json());
  await until(() => logged('frames').length > 0 && lines('"worked"').length > 0);
  expect(logged('frames')).toMatchObject([{ message: 'answered', xray_trace_id: root }]);
  expect(lines('"worked"')).toMatchObject([{ job_id, xray_trace_id: root }]);
});

test('nothing of all this is an error in the log', () => {
  expect(service.said()).not.toMatch(/"level":"(ERROR|WARN)"|object store:|uploads:|Error/);
});

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

  // One whose answer is not written yet is still pending, and goes on as it is.
  await until(async () => (await deliveries())[0]?.status === 'delivered');
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
