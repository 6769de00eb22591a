import type { IncomingMessage } from 'node:http';

/**
 * What marks an https host in an address that is asked for in plain. A tool that may speak http
 * only cannot be led past the proxy: with ffmpeg's `tcp`, `tls` and `httpproxy` allowed, a playlist
 * that names `httpproxy://host/a.ts` is dialled directly. The proxy does TLS in its stead, and
 * checks the certificate, which ffmpeg would not.
 */
const SECURE = '.tls.invalid';
const MAX_PLAYLIST_BYTES = 8_000_000;

/** Every https address in a text as a tool asks for it that speaks plain HTTP only. */
export const inPlain = (text: string): string =>
  text.replaceAll(
    /https:\/\/([^\s"'<>/?#:@[\]]+)(:\d+)?/gi,
    (_, host: string, port: string | undefined) => `http://${host}${SECURE}${port ?? ''}`,
  );

/** The address that was meant by one in plain. */
export function meant(url: URL): URL {
  if (!url.hostname.endsWith(SECURE)) return url;
  const host = url.hostname.slice(0, -SECURE.length);
  return new URL(`https://${host}${url.port && `:${url.port}`}${url.pathname}${url.search}`);
}

/**
 * The whole of an answer when it is a playlist, with its addresses in plain; undefined for anything
 * else.
 */
export async function playlistInPlain(answer: IncomingMessage): Promise<Buffer | undefined> {
  const head = await firstBytes(answer);
  if (!/^(\u00ef\u00bb\u00bf)?\s*(#EXTM3U|<\?xml|<MPD)/.test(head.toString('latin1'))) {
    return undefined;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_PLAYLIST_BYTES) throw new Error('a playlist of more bytes than are read');
    chunks.push(chunk);
  }
  return Buffer.from(inPlain(Buffer.concat(chunks).toString('latin1')), 'latin1');
}

/** Looks at the beginning of a stream and leaves it there. */
const firstBytes = (stream: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const settle = (settled: () => void) => {
      stream.off('readable', look).off('end', ended).off('error', failed);
      settled();
    };
    const look = () => {
      const found = stream.read() as Buffer | null;
      if (found === null) return;
      // At once: what ends with this chunk takes nothing back a moment later.
      stream.unshift(found);
      settle(() => resolve(found));
    };
    const ended = () => settle(() => resolve(Buffer.alloc(0)));
    const failed = (error: Error) => settle(() => reject(error));
    stream.on('readable', look).once('end', ended).once('error', failed);
  });
