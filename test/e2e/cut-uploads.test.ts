import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { PutTarget, UploadResult, UploadTicket } from '../../layers/domain/uploads/upload.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

const BYTES = 3_000_000;
let service: ServiceProcess;

beforeAll(async () => {
  service = await startServiceProcess({ env: { LOG_LEVEL: 'INFO' } });
});
afterAll(() => endService(service));

const post = async (path: string, body: object = {}) => {
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
};

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
const told = (route: string) => lines(`"route":"${route}"`);

const form = 'multipart/form-data; boundary=b';
const opening = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';

test('a form that its sender cuts is a refusal in the log, and no failure', async () => {
  const authorization = `Bearer ${service.apiKey}`;
  await cut('POST', '/v1/uploads', { authorization, 'content-type': form }, opening);
  await until(() => told('uploads').length > 0);
  expect(told('uploads')).toMatchObject([{ level: 'INFO', message: 'refused', status: 400 }]);
});

test('so is a file by ticket, which may be sent again', async () => {
  const { upload_url } = UploadTicket.parse(await post('/v1/uploads/tickets'));
  await cut('POST', upload_url, { 'content-type': 'video/mp4' });
  await until(() => told('ticket-upload').length > 0);
  expect(told('ticket-upload')).toMatchObject([{ level: 'INFO', status: 400 }]);
  const clip = await smallClip(service.dataDir);
  const again = await fetch(upload_url, { method: 'POST', body: clip });
  expect(again.status).toBe(200);
});

test('a signed PUT that is cut leaves nothing, neither bytes nor words', async () => {
  const target = PutTarget.parse(await post('/v1/uploads/direct', { bytes: BYTES }));
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
  const { upload_url } = UploadTicket.parse(await post('/v1/uploads/tickets'));
  const sent = await fetch(upload_url, { method: 'POST', body: await smallClip(service.dataDir) });
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
  await until(() => told('frames').length > 0 && lines('"worked"').length > 0);
  expect(told('frames')).toMatchObject([{ message: 'answered', xray_trace_id: root }]);
  expect(lines('"worked"')).toMatchObject([{ job_id, xray_trace_id: root }]);
});

test('nothing of all this is an error in the log', () => {
  expect(service.said()).not.toMatch(/"level":"(ERROR|WARN)"|object store:|uploads:|Error/);
});
