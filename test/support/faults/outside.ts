import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { site } from '../sites/sites.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
};

/** A webhook as its receiver took it. */
export interface Taken {
  readonly path: string;
  readonly id: string;
  readonly body: string;
}

/**
 * What the service calls that is not its own: a site of videos, a recogniser of speech, a receiver
 * of webhooks.
 */
export interface Outside {
  readonly ports: Readonly<Record<'site' | 'recogniser' | 'receiver', number>>;
  readonly taken: Taken[];
  /** Webhooks whose signature did not verify. */
  readonly forged: Taken[];
  /** What webhooks to `path` are signed with. */
  readonly secrets: Map<string, string>;
  close(): Promise<void>;
}

/** @param folder of the files that the site shows, whatever folder the path begins with */
export async function startOutside(folder: string): Promise<Outside> {
  const taken: Taken[] = [];
  const forged: Taken[] = [];
  const secrets = new Map<string, string>();
  const videos = await site((request, response) => void showFile(folder, request, response));
  const recogniser = await site((request, response) => void recognise(request, response));
  const receiver = await site(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { url: path = '', headers } = request;
    const told = { path, id: String(headers['webhook-id']), body };
    try {
      new Webhook(secrets.get(path) ?? '').verify(body, headers as Record<string, string>);
      taken.push(told);
    } catch {
      forged.push(told);
    }
    response.writeHead(200).end('thanks');
  });
  const all = { site: videos, recogniser, receiver };
  return {
    ports: { site: videos.port, recogniser: recogniser.port, receiver: receiver.port },
    taken,
    forged,
    secrets,
    close: async () => void (await Promise.all(Object.values(all).map((one) => one.close()))),
  };
}

/** Every caller asks for a path of its own; the first part of it says whose it is. */
async function showFile(folder: string, request: IncomingMessage, response: ServerResponse) {
  const path = normalize(new URL(request.url ?? '/', 'http://site').pathname).replace(
    /^\/[^/]+/,
    '',
  );
  const file = join(folder, path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return void response.writeHead(404).end();
  const { size } = found;
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const isPart = request.headers.range !== undefined;
  const start = Number(first);
  const end = Math.min(last === '' ? size - 1 : Number(last), size - 1);
  if (start >= size) {
    return void response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
  }
  response.writeHead(isPart ? 206 : 200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    etag: `"${size}"`,
    'content-length': end - start + 1,
    ...(isPart && { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  if (request.method === 'HEAD') return void response.end();
  createReadStream(file, { start, end }).pipe(response);
}

/** Hears in every sound the digest of its bytes, so that other bytes are other words. */
async function recognise(request: IncomingMessage, response: ServerResponse) {
  const form = Buffer.concat(await request.toArray());
  const from = form.indexOf('RIFF');
  const wave = form.subarray(from, from + 8 + form.readUInt32LE(from + 4));
  const text = createHash('sha256').update(wave).digest('hex').slice(0, 12);
  const body = JSON.stringify({
    language: 'english',
    text,
    segments: [{ start: 0.2, end: 1, text, avg_logprob: -0.05 }],
    words: [{ word: text, start: 0.2, end: 1 }],
  });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  response.writeHead(200, headers).end(body);
}
