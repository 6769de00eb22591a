import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sends bytes, and breaks each answer off after some of them; a version may differ each time. */
export const breakingAnswer =
  (bytes: Buffer, after: number, etag: () => string) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const version = etag();
    const isSame = (request.headers['if-range'] ?? version) === version;
    const [, from = '0'] = /^bytes=(\d+)-/.exec(isSame ? (request.headers.range ?? '') : '') ?? [];
    const at = Number(from);
    const total = bytes.length;
    response.writeHead(at > 0 ? 206 : 200, {
      etag: version,
      'content-length': total - at,
      ...(at > 0 && { 'content-range': `bytes ${at}-${total - 1}/${total}` }),
    });
    const part = bytes.subarray(at, at + after);
    response.write(part, () => (at + after >= total ? response.end() : response.destroy()));
  };
