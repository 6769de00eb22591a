import type { IncomingMessage, ServerResponse } from 'node:http';
import { site } from './sites.ts';

interface Sends {
  readonly bytes: Buffer;
  /** How many of them each answer has before it stands still; the last of these goes on for ever. */
  readonly stops: readonly number[];
  /** Whether it sends a file from any byte on. */
  readonly ranges?: boolean;
}

/** A site that stands still in the middle of its answers, until nobody waits for it any more. */
export async function stoppingSite({ bytes, stops, ranges = true }: Sends) {
  /** First byte of each answer. */
  const from: number[] = [];
  const referrers: (string | undefined)[] = [];
  const reached = stops.map(() => Promise.withResolvers<void>());
  const web = await site((request: IncomingMessage, response: ServerResponse) => {
    const [, asked = '0'] = (ranges && /^bytes=(\d+)-/.exec(request.headers.range ?? '')) || [];
    const at = Number(asked);
    const most = stops[from.length] ?? bytes.length;
    const stop = reached[from.length];
    from.push(at);
    referrers.push(request.headers.referer);
    response.on('error', () => undefined);
    response.writeHead(at > 0 ? 206 : 200, {
      etag: '"one"',
      'content-length': bytes.length - at,
      ...(ranges && { 'accept-ranges': 'bytes' }),
      ...(at > 0 && { 'content-range': `bytes ${at}-${bytes.length - 1}/${bytes.length}` }),
    });
    const part = bytes.subarray(at, at + most);
    response.write(part, () => {
      stop?.resolve();
      if (at + part.length === bytes.length) response.end();
    });
  });
  return { ...web, from, referrers, reached: (answer: number) => reached[answer]?.promise };
}
