import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { followingLinks } from '../links.ts';
import { site } from './sites.ts';

export const MB = 1024 ** 2;
/** Begins as an MP4 does. */
export const MEDIA = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
  randomBytes(6 * MB),
]);

export type Answering = (request: IncomingMessage, response: ServerResponse, asked: number) => void;

/** Fetches from a site that answers as told; `asked` counts its requests. */
export async function fetching(
  answer: Answering,
  options: Parameters<typeof followingLinks>[0] = {},
) {
  let asked = 0;
  const web = await site((request, response) => {
    asked += 1;
    response.on('error', () => {});
    answer(request, response, asked);
  });
  const links = await followingLinks(options);
  return {
    ...links,
    ...web,
    asked: () => asked,
    async close() {
      await Promise.all([links.close(), web.close()]);
    },
  };
}

export const partFrom = (request: IncomingMessage) =>
  Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);

/** Answers a range as a good server does, and breaks the connection after some bytes. */
export const breaking =
  (after: number, version: (asked: number) => string): Answering =>
  (request, response, asked) => {
    const etag = `"${version(asked)}"`;
    const valid = (request.headers['if-range'] ?? etag) === etag;
    const from = valid ? partFrom(request) : 0;
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      'content-type': 'video/mp4',
      'content-length': MEDIA.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${MEDIA.length - 1}/${MEDIA.length}` }),
    });
    const part = MEDIA.subarray(from, from + after);
    response.write(part, () =>
      from + after >= MEDIA.length ? response.end() : response.destroy(),
    );
  };

/** Answers all of it. */
export const whole = breaking(MEDIA.length, () => 'same');
