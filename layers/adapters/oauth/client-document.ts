import { type ProxyAgent, request } from 'undici';
import { tunnelThrough } from '../egress/tunnel.ts';

interface Options {
  /** Why an address may not be followed; undefined when nothing is known against it. */
  readonly refusalOf: (url: string) => string | undefined;
  /** The proxy that all calls go through, as `http://user:password@host:port`. */
  readonly proxy: string;
}

const MAX_BYTES = 5 * 1024;
const TIMEOUT_MS = 5_000;

/**
 * Fetches the document that a client names itself by (Client ID Metadata Documents): over the
 * proxy, which refuses inside addresses, without following redirects, at most 5 KB in at most 5
 * s.
 */
export function clientDocuments({ refusalOf, proxy }: Options): typeof fetch {
  return async (address) => {
    const url = String(address);
    const refused = refusalOf(url);
    if (refused !== undefined) throw new Error(refused);
    // One for each document: a client that is kept connects anew after a body that was given up.
    const dispatcher = tunnelThrough(proxy);
    try {
      return await documentAt(url, dispatcher);
    } finally {
      await dispatcher.destroy();
    }
  };
}

async function documentAt(url: string, dispatcher: ProxyAgent): Promise<Response> {
  const { statusCode, headers, body } = await request(url, {
    method: 'GET',
    dispatcher,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json', 'user-agent': 'video-reader-oauth' },
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the document has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const kept = ['cache-control', 'content-type', 'expires'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  // Statuses without a body, and 1xx, are none that a document comes with.
  const status = statusCode >= 200 && statusCode !== 204 && statusCode !== 304 ? statusCode : 502;
  return new Response(Buffer.concat(chunks), { status, headers: kept });
}
