import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { gcmSeal } from '../../layers/adapters/system/seal.ts';
import { DirectUploadTarget } from '../../layers/domain/uploads/upload.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { testTables } from '../support/tables.ts';

const tables = await testTables();
let service: RunningService;
let free: { org_id: string; api_key: string };

beforeAll(async () => {
  free = await testService(tables).administer.createOrg('free', 0 as never);
  service = await runningService(tables);
});
afterAll(() => service.stop());

/** A ticket as the service itself issues them, but for a thousand bytes. */
const smallTicket = () =>
  gcmSeal(process.env['TICKET_SECRET'] ?? '').seal(
    JSON.stringify({
      aud: 'upload',
      org: free.org_id,
      exp: Math.floor(Date.now() / 1000) + 900,
      max_bytes: 1000,
      nonce: randomUUID(),
    }),
  );
const post = async (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  key?: string,
) => {
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': type, ...(key && { authorization: `Bearer ${key}` }) },
    body,
  });
  return { status: response.status, body: await response.json() };
};
const direct = (body: object, query = '', key?: string) =>
  post(`/v1/uploads/direct${query}`, JSON.stringify(body), 'application/json', key);
const uploads = async () => {
  const { Items = [] } = await tables.db.send(new ScanCommand({ TableName: tables.records }));
  return Items.filter(({ sk }) => String(sk).startsWith('UPLOAD#')).length;
};

test('a file over the limit of the plan is answered 413, and not sent on to a way that refuses it', async () => {
  const path = `/v1/uploads/t/${smallTicket()}`;
  const answer = await post(path, new Uint8Array(1001), 'video/mp4');
  expect(answer).toMatchObject({
    status: 413,
    body: {
      error: {
        type: 'invalid_request',
        reason: 'body_too_large',
        alternative: expect.stringMatching(/^Send a shorter .* change the plan/),
      },
    },
  });
  expect(await uploads()).toBe(0);
});

/** What a body is answered of which no more than its start is sent. */
async function answered(path: string, headers: Record<string, string>, start: string) {
  const sender = request(service.baseUrl + path, { method: 'POST', headers });
  sender.on('error', () => undefined);
  if (start) sender.write(start);
  else sender.flushHeaders();
  const [response] = (await once(sender, 'response')) as [IncomingMessage];
  const body = await json(response);
  sender.destroy();
  return { status: response.statusCode, body };
}

test('a body that announces too much is refused before it is sent, and uses no ticket up', async () => {
  const path = `/v1/uploads/t/${smallTicket()}`;
  const [raw, form] = ['video/mp4', 'multipart/form-data; boundary=x'];
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n0';
  const refused = { status: 413, body: { error: { reason: 'body_too_large' } } };
  for (const [type, length, start] of [
    [raw, '1001', ''],
    [form, '70000', head],
  ] as const) {
    const headers = { 'content-type': type, 'content-length': length };
    expect(await answered(path, headers, start)).toMatchObject(refused);
  }
  expect(await uploads()).toBe(0);
  const kept = await post(path, new Uint8Array(1000), raw);
  expect(kept.body).toMatchObject({ error: { type: 'no_video_stream' } });
});

test('a file over the limit of the account is refused before there is an address or a row', async () => {
  const refused = { status: 400, body: { error: { reason: 'over_account_limit' } } };
  expect(await direct({ bytes: 500_000_001 }, '', free.api_key)).toMatchObject(refused);
  const ticket = smallTicket();
  expect(await direct({ bytes: 1001 }, `?ticket=${ticket}`)).toMatchObject(refused);
  expect(await uploads()).toBe(0);
  // A refusal does not use the ticket up.
  const begun = await direct({ bytes: 1000 }, `?ticket=${ticket}`);
  expect(DirectUploadTarget.parse(begun.body)).toMatchObject({ max_bytes: 1000 });
  const again = await direct({ bytes: 1000 }, `?ticket=${ticket}`);
  expect(again.status).toBe(401);
});

test('bytes that were never announced are held to the limit when they have arrived', async () => {
  const ticket = smallTicket();
  const target = DirectUploadTarget.parse((await direct({}, `?ticket=${ticket}`)).body);
  if (!('put' in target)) throw new Error('no PUT');
  const { url, headers } = target.put;
  const sent = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(1001) });
  expect(sent.status).toBe(200);
  const { pathname, search } = new URL(target.complete_url);
  const answer = await post(pathname + search, '{}', 'application/json');
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('1001 bytes') } },
  });
  const next = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(1) });
  expect([200, 412]).toContain(next.status);
});

/** Sends the start of a body that announces more, and leaves once its upload is there. */
async function breakOff(path: string, headers: Record<string, string>, start: string) {
  const sender = request(service.baseUrl + path, {
    method: 'POST',
    headers: { ...headers, 'content-length': '900' },
  });
  const left = new Promise((resolve) => sender.on('error', resolve));
  sender.write(start);
  const before = await uploads();
  while ((await uploads()) === before) await turn();
  sender.destroy();
  await left;
  while ((await uploads()) > before) await turn();
}

test('of a file whose sender leaves in its middle nothing is kept', async () => {
  const form = [
    '--x',
    'content-disposition: form-data; name="file"; filename="a.mp4"',
    'content-type: video/mp4',
    '',
    'the first bytes',
  ].join('\r\n');
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  const objects = objectClient();
  const kept = async () => {
    const answer = await objects.send(new ListObjectsV2Command({ Bucket: process.env['BUCKET'] }));
    return (answer.Contents ?? []).map(({ Key }) => Key);
  };
  const before = await kept();
  await breakOff('/v1/uploads', { ...type, authorization: `Bearer ${free.api_key}` }, form);
  await breakOff(`/v1/uploads/t/${smallTicket()}`, type, form);
  await breakOff(
    `/v1/uploads/t/${smallTicket()}`,
    { 'content-type': 'video/mp4' },
    'the first bytes',
  );
  expect((await kept()).filter((key) => !before.includes(key))).toEqual([]);
  objects.destroy();
});
