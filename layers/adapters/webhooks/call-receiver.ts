import { Webhook } from 'standardwebhooks';
import { type Dispatcher, request } from 'undici';
import type { CallReceiver } from '../../app/ports/webhooks/webhooks.ts';
import { secondsToWait } from '../../domain/retry-after.ts';
import { tunnelThrough } from '../egress/tunnel.ts';

interface Options {
  readonly refusalOf: (url: string) => string | undefined;
  /** The proxy that all calls go through, as `http://user:password@host:port`. */
  readonly proxy: string;
  readonly timeoutMs?: number;
}

/** What a receiver says beyond this is not waited for. */
const MOST_BYTES = 64 * 1024;

/** Sends by HTTP. Redirects are not followed: they are an answer that is no 2xx. */
export function httpReceiver({ refusalOf, proxy, timeoutMs = 10_000 }: Options): CallReceiver {
  return async ({ url, id, at, body, secrets }) => {
    const refused = refusalOf(url);
    if (refused !== undefined) return { status: null, error: refused };
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'video-reader-webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets
        .map((secret) => new Webhook(secret).sign(id, at, body))
        .join(' '),
    };
    const late = AbortSignal.timeout(timeoutMs);
    // One for each call: a connection kept for later may be closed just when the next message is
    // sent on it, and a client that is kept connects anew after a call that was given up.
    const dispatcher = tunnelThrough(proxy);
    try {
      const answer = await request(url, {
        method: 'POST',
        headers,
        body,
        dispatcher,
        signal: late,
      });
      await readOut(answer.body);
      const [retryAfter] = [answer.headers['retry-after'] ?? []].flat();
      const retryAfterSeconds = secondsToWait(retryAfter, Date.now());
      return { status: answer.statusCode, error: null, retryAfterSeconds };
    } catch (error) {
      return { status: null, error: late.aborted ? 'no answer in time' : wordsFor(error) };
    } finally {
      await dispatcher.destroy();
    }
  };
}

/**
 * The status counts as soon as it is there; the rest is read so that the receiver can end in peace.
 */
async function readOut(body: Dispatcher.ResponseData['body']): Promise<void> {
  try {
    await body.dump({ limit: MOST_BYTES });
  } catch {
    body.destroy();
  }
}

/** What is told for codes of Node, OpenSSL and undici, or for names of errors that have none. */
const SAID: readonly [code: RegExp, words: string][] = [
  [/^UND_ERR_HEADERS_OVERFLOW$|^HPE_HEADER_OVERFLOW$/, 'the header of its answer is too large'],
  [/^HPE_|^HTTPParserError$/, 'what it answered is not HTTP/1.1'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is not valid for this host'],
  [/CERT|ISSUER|SIGNATURE|^CRL_/, 'its certificate is not one that is trusted'],
  [/^ERR_SSL_|^EPROTO$/, 'it does not speak TLS as it has to'],
  [/^UND_ERR_SOCKET$|^ECONNRESET$|^EPIPE$/, 'it closed the connection without an answer'],
];

function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed';
  const { name, code = name, message }: NodeJS.ErrnoException = error;
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status === '403') return 'it leads to an address that is not public';
  if (status) return 'it cannot be reached';
  return SAID.find(([known]) => known.test(code))?.[1] ?? 'the call failed';
}
