import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { finished, pipeline } from 'node:stream/promises';

/** Bytes of a file, from one of them on. */
interface FileRange {
  readonly path: string;
  readonly from: number;
  readonly bytes: number;
}

/**
 * Puts bytes of a file where an address was signed for them, and reads them as they leave. `fetch`
 * would read ahead of the store and hold a part of 2 GB in memory whole; and of a file of 4 GiB or
 * more `openAsBlob` takes the size modulo 2^32.
 * @returns the status of the answer
 */
export async function putRange(
  {
    url,
    headers = {},
  }: { readonly url: string; readonly headers?: Readonly<Record<string, string>> },
  { path, from, bytes }: FileRange,
  signal: AbortSignal,
): Promise<number> {
  const { request } = url.startsWith('https:') ? https : http;
  const sent = request(url, {
    method: 'PUT',
    headers: { ...headers, 'content-length': String(bytes) },
    signal,
  });
  if (bytes === 0) sent.end();
  else {
    const file = createReadStream(path, { start: from, end: from + bytes - 1 });
    // What fails is told by the request; a store that has answered need not take the rest.
    pipeline(file, sent).catch(() => undefined);
  }
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await finished(answer.resume());
  return answer.statusCode ?? 0;
}
