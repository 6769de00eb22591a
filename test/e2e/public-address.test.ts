import { request as httpRequest } from 'node:http';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { MultipartTarget, PutTarget, UploadTicket } from '../../layers/domain/uploads/upload.ts';
import { smallClip } from '../support/clips/small-clip.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

const PUBLIC_URL = 'https://video.example';
const PORT = '0';
let service: ServiceProcess;
let clip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  service = await startServiceProcess({ env: { PUBLIC_URL, PORT } });
  clip = await smallClip(service.dataDir);
});
afterAll(() => endService(service));

/**
 * As a proxy before the service does: to where it listens, with the host that its caller named.
 */
async function send(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
): Promise<{ status: number; body: Buffer }> {
  const { pathname, search, host } = new URL(url, PUBLIC_URL);
  const [, bound = ''] = /listens at (http:\S+?)\.?\s/.exec(service.said()) ?? [];
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>();
  const options = { method, headers: { ...headers, host } };
  const asked = httpRequest(new URL(pathname + search, bound), options, async (answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) });
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

const call = async (path: string, body: object = {}) => {
  const headers = {
    authorization: `Bearer ${service.apiKey}`,
    'content-type': 'application/json',
  };
  const answer = await send('POST', path, headers, JSON.stringify(body));
  expect([path, answer.status]).toEqual([path, 200]);
  return JSON.parse(answer.body.toString());
};

test('every address that is handed out is the one under which callers know the service', async () => {
  expect(service.baseUrl).toBe(PUBLIC_URL);
  const ticket = UploadTicket.parse(await call('/v1/uploads/tickets'));
  const bytes = clip.length;
  const target = PutTarget.parse(await call('/v1/uploads/direct', { bytes }));
  const parts = MultipartTarget.parse(await call('/v1/uploads/direct', { bytes: 300_000_000 }));
  const put = await send('PUT', target.put.url, target.put.headers, clip);
  expect(put.status).toBe(200);
  await call(target.complete_url);
  const { upload_id } = target;
  const { sheets } = FramesResult.parse(await call('/v1/frames', { upload_id, transcribe: false }));
  const given = [
    ticket.upload_url,
    ticket.direct_url,
    target.put.url,
    target.complete_url,
    ...parts.multipart.parts.map(({ url }) => url),
    ...sheets.map(({ url }) => url ?? ''),
  ];
  for (const url of given) expect(new URL(url).origin).toBe(PUBLIC_URL);
  const sheet = await send('GET', sheets[0]?.url ?? '');
  expect([sheet.status, sheet.body.subarray(0, 2).toString('hex')]).toEqual([200, 'ffd8']);
});

test.each(['video.example', 'ftp://video.example', 'https://video.example/path'])(
  'PUBLIC_URL %s is refused in words',
  async (address) => {
    const started = startServiceProcess({ env: { PUBLIC_URL: address } });
    await expect(started).rejects.toThrow(/^PUBLIC_URL is ".*"; set the address/);
  },
);
