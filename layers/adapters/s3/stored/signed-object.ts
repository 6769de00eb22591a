import { type AskRange, NoSuchObject } from './resumed-range.ts';

/** Statuses that no further try changes: not found, replaced, and shorter than was told. */
const FINAL = new Set([404, 412, 416]);

/**
 * Asks for an object by an address that was signed for reading it; no credential is needed.
 * @param length in bytes; an object of another size is not the one that was stored
 */
export const signedRanges =
  (url: string, length: number): AskRange =>
  async ([first, last], etag, signal) => {
    const response = await fetch(url, {
      headers: {
        range: `bytes=${first}-${last}`,
        ...(etag === undefined ? {} : { 'if-match': etag }),
      },
      signal,
    });
    const { status, headers, body } = response;
    if (FINAL.has(status)) {
      await body?.cancel();
      throw new NoSuchObject(`The signed object is gone, or another one (${status}).`);
    }
    const [, from, total] =
      /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
    if (total !== undefined && Number(total) !== length) {
      await body?.cancel();
      throw new NoSuchObject(`The signed object has ${total} bytes, and not ${length}.`);
    }
    if (status !== 206 || !body || Number(from) !== first) {
      await body?.cancel();
      throw new Error(`the store answered ${status}, or sent another range`);
    }
    return { etag: headers.get('etag') ?? undefined, body };
  };
