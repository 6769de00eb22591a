import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WayOut } from '../way-out.ts';
import { webOver } from '../web.ts';
import { Parts } from './parts.ts';

/** A remote file as decoders open it. */
export interface ServedParts {
  /** On loopback, and known to nobody else. */
  readonly address: string;
  /** Of another length it is not the same file. */
  readonly version: string;
  /** Bytes that came from the remote server. */
  bytes(): number;
  close(): void;
}

/** What parts cost beside themselves. */
const OVERHEAD_BYTES = 1_000_000;

/**
 * Serves a remote file from this machine: a decoder is started many times for one video, and each start reads
 * the same index again. What one has read, the others have from here.
 */
export async function serveParts(
  wayOut: WayOut,
  { address, bytes: length }: { readonly address: string; readonly bytes: number },
): Promise<ServedParts> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-'));
  const file = await open(join(folder, 'parts'), 'w+');
  // It goes with the last that holds it open, however this process ends.
  await rm(folder, { recursive: true });
  const lane = wayOut.lane({ maxBytes: length + OVERHEAD_BYTES });
  const web = webOver(lane, wayOut.refusalOf);
  const parts = new Parts({ web, address, length, file });
  const path = `/${randomBytes(24).toString('base64url')}`;
  const server = createServer((request, response) => {
    if (request.url !== path) return void response.writeHead(404).end();
    send(parts, length, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${path}`,
    version: String(length),
    bytes: () => lane.bytes(),
    close() {
      parts.close();
      server.closeAllConnections();
      server.close();
      web.close();
      lane.close();
      file.close().catch(() => undefined);
    },
  };
}

async function send(
  parts: Parts,
  length: number,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const first = Number(from);
  const last = Math.min(to === '' ? length - 1 : Number(to), length - 1);
  if (first > last)
    return void response.writeHead(416, { 'content-range': `bytes */${length}` }).end();
  response.writeHead(206, {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    'content-range': `bytes ${first}-${last}/${length}`,
    'content-length': last - first + 1,
  });
  if (method === 'HEAD') return void response.end();
  const left = new AbortController();
  response.once('close', () => left.abort());
  const bytes = parts.read(first, last, left.signal);
  await pipeline(Readable.from(bytes, { highWaterMark: 1 }), response);
}
