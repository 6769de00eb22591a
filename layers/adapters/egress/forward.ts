import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { OpenLane } from './lane.ts';

/** https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1, and the names that older clients use. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const MAX_HEADER_BYTES = 32 * 1024;

/** Sends a plain request on over a connection that was dialled for it, and its answer back. */
export async function forward(
  lane: OpenLane,
  upstream: Socket,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // RFC 9112, section 3.2.2: a proxy takes the host from the target, whatever the Host header says.
  const headers = ['host', url.host, ...endToEnd(request.rawHeaders, ['host'])];
  const asked = ask({
    createConnection: () => upstream,
    method: request.method ?? 'GET',
    path: url.pathname + url.search,
    headers: [...headers, 'connection', 'close'],
    maxHeaderSize: MAX_HEADER_BYTES,
    setDefaultHeaders: false,
  });
  response.once('close', () => asked.destroy());
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    asked.once('error', reject);
    upstream.once('close', () => reject(new Error('closed without an answer')));
  });
  const sent = pipeline(request, asked);
  // An answer may come before all is sent, and then nobody waits for the rest.
  sent.catch(() => {});
  const answer = await answered;
  response.sendDate = false;
  response.writeHead(
    answer.statusCode ?? 502,
    answer.statusMessage ?? '',
    endToEnd(answer.rawHeaders),
  );
  await pipeline(answer, lane.meter(), response);
}

/** Names and values by turns, without those that concern one connection only. */
function endToEnd(raw: readonly string[], besides: readonly string[] = []): string[] {
  const pairs = raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : []));
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((token) => token.trim().toLowerCase()));
  const dropped = new Set([...HOP_BY_HOP, ...besides, ...named]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}
