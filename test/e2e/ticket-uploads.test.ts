import { rm } from 'node:fs/promises';
import { UploadResult, UploadTicket } from '../../layers/domain/uploads/upload.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { type StandingService, standingService } from './standing-service.ts';

let service: StandingService;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  service = await standingService();
  clip = await smallClip(service.dataDir);
});

afterAll(() => rm(service.dataDir, { recursive: true }));

const authorization = () => ({ authorization: `Bearer ${service.apiKey}` });
const issue = async () => {
  const response = await fetch(`${service.baseUrl}/v1/uploads/tickets`, {
    method: 'POST',
    headers: authorization(),
  });
  expect(response.status).toBe(200);
  return UploadTicket.parse(await response.json());
};
const send = (url: string, type = 'application/octet-stream') =>
  fetch(url, { method: 'POST', body: clip, headers: { 'content-type': type } });

test('the bytes of a file are taken by ticket with any type, and name it in the query', async () => {
  const { upload_url } = await issue();
  const response = await send(`${upload_url}?filename=Phone%20clip.mp4`, 'video/x-unheard-of');
  expect(response.status).toBe(200);
  const result = UploadResult.parse(await response.json());
  expect(result).toMatchObject({
    received_bytes: clip.length,
    video: { title: 'Phone clip', duration: 1 },
  });
});

test('a name that a direct upload takes is taken by ticket', async () => {
  const { upload_url } = await issue();
  const name = encodeURIComponent('🎬'.repeat(251));
  expect((await send(`${upload_url}?filename=${name}x.mp4`)).status).toBe(400);
  expect((await send(`${upload_url}?filename=${name}.mp4`)).status).toBe(200);
});

test('a form is taken by ticket', async () => {
  const { upload_url } = await issue();
  const form = new FormData();
  form.set('file', new Blob([clip]), 'clip.mp4');
  const response = await fetch(upload_url, { method: 'POST', body: form });
  expect(response.status).toBe(200);
});

test('a ticket brings in one upload, however many come at once', async () => {
  const { upload_url } = await issue();
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(upload_url)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 401)]);
});

test('each changed character of a ticket is refused', async () => {
  const { ticket } = await issue();
  const other = (character: string) => (character === 'A' ? 'B' : 'A');
  for (let at = 0; at < ticket.length; at += 1) {
    const changed = ticket.slice(0, at) + other(ticket[at] ?? '') + ticket.slice(at + 1);
    const url = `${service.baseUrl}/v1/uploads/t/${changed}`;
    const response = await fetch(url, { method: 'POST', body: 'x' });
    expect([at, response.status]).toEqual([at, 401]);
  }
});

test('a ticket is no credential for anything else', async () => {
  const { ticket } = await issue();
  const headers = { authorization: `Bearer ${ticket}` };
  expect((await fetch(`${service.baseUrl}/v1/credits`, { headers })).status).toBe(401);
  const more = await fetch(`${service.baseUrl}/v1/uploads/tickets?ticket=${ticket}`, {
    method: 'POST',
  });
  expect(more.status).toBe(401);
});

test('what a ticket does not take is refused by name, and uses it up nowhere', async () => {
  const refused = async (url: string, body: string, name: string) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...authorization(), 'content-type': 'application/json' },
      body,
    });
    const { error } = (await response.json()) as { error: { message: string } };
    expect([response.status, error.message]).toEqual([400, expect.stringContaining(name)]);
  };
  await refused(`${service.baseUrl}/v1/uploads/tickets`, '{"minutes":60}', '`minutes`');
  const { upload_url, direct_url } = await issue();
  await refused(`${upload_url}?name=a.mp4`, 'bytes', '`name`');
  await refused(direct_url, '{"size":5}', '`size`');
  await refused(`${direct_url}&name=a.mp4`, '{}', '`name`');
  const begun = await fetch(direct_url, { method: 'POST' });
  const { complete_url } = (await begun.json()) as { complete_url: string };
  await refused(complete_url, '{"part":[]}', '`part`');
  await refused(
    complete_url,
    '{"parts":[{"part_number":1,"etag":"x","size":5}]}',
    '`parts[0].size`',
  );
  await refused(`${complete_url}&part=1`, '{}', '`part`');
});
