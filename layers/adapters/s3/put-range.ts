import { createReadStream } from 'node:fs';
import { request } from 'undici';

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
  const file = bytes > 0 ? createReadStream(path, { start: from, end: from + bytes - 1 }) : null;
  try {
    const { statusCode, body } = await request(url, {
      method: 'PUT',
      headers: { ...headers, 'content-length': String(bytes) },
      body: file,
      signal,
    });
    await body.dump();
    return statusCode;
  } finally {
    file?.destroy();
  }
}
