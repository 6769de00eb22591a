import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busy, isBusy, isRepeatable } from './again.ts';
import { withTls } from './dial.ts';
import type { OpenLane } from './lane.ts';
import { inPlain, playlistInPlain } from './plain.ts';

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

/** A request to an address, and where its answer goes. */
interface Exchange {
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Sends a plain request on over a connection that was dialled for it, and its answer back.
 * @throws Busy, before the last try, when another may bring more
 */
export async function forward(
  lane: OpenLane,
  dialled: Socket,
  { url, request, response }: Exchange,
  { isLast }: { readonly isLast: boolean },
): Promise<void> {
  // RFC 9112, section 3.2.2: a proxy takes the host from the target, whatever the Host header says.
  const besides = lane.limits.plain ? ['host', 'accept-encoding'] : ['host'];
  const headers = ['host', url.host, ...endToEnd(request.rawHeaders, besides)];
  const upstream = url.protocol === 'https:' ? await withTls(dialled, url) : dialled;
  const asked = ask({
    createConnection: () => upstream,
    method: request.method ?? 'GET',
    path: url.pathname + url.search,
    headers: [...headers, 'connection', 'close'],
    maxHeaderSize: MAX_HEADER_BYTES,
    setDefaultHeaders: false,
  });
  const leave = () => asked.destroy();
  response.once('close', leave);
  asked.once('close', () => response.off('close', leave));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    asked.once('error', reject);
    upstream.once('close', () => reject(new Error('closed without an answer')));
  });
  // What brings nothing may be sent again, and its end comes only once.
  const sent = isRepeatable(request) ? void asked.end() : pipeline(request, asked);
  // An answer may come before all is sent, and then nobody waits for the rest.
  sent?.catch(() => {});
  const answer = await answered;
  if (!isLast && isBusy(answer)) {
    asked.destroy();
    throw new Busy(answer);
  }
  response.sendDate = false;
  const status = answer.statusCode ?? 502;
  if (!lane.limits.plain) {
    response.writeHead(status, answer.statusMessage ?? '', endToEnd(answer.rawHeaders));
    await pipeline(answer, lane.meter(), response);
    return;
  }
  const playlist = await playlistInPlain(answer);
  const kept = withLocationInPlain(endToEnd(answer.rawHeaders, playlist ? OF_THE_BODY : []));
  response.writeHead(playlist && status === 206 ? 200 : status, '', kept);
  await pipeline(playlist ? Readable.from([playlist]) : answer, lane.meter(), response);
}

/** What is not true any more of a body that was rewritten. */
const OF_THE_BODY = ['content-length', 'content-range', 'accept-ranges', 'etag', 'content-md5'];

const withLocationInPlain = (headers: readonly string[]): string[] =>
  headers.map((value, i) =>
    headers[i - 1]?.toLowerCase() === 'location' ? inPlain(value) : value,
  );

/** Names and values by turns, without those that concern one connection only. */
function endToEnd(raw: readonly string[], besides: readonly string[] = []): string[] {
  const pairs = raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : []));
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((token) => token.trim().toLowerCase()));
  const dropped = new Set([...HOP_BY_HOP, ...besides, ...named]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}
