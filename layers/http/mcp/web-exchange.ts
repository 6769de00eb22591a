import { Readable } from 'node:stream';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ApiEvent } from '../api-event.ts';

/** What the protocol reads of a request's headers; credentials and cookies stay outside. */
const READ = /^(accept|content-type|mcp-[\w-]+)$/;

/** A request in the form in which the protocol's library takes it. */
export function webRequest(
  { headers }: Pick<ApiEvent, 'headers'>,
  address: string,
  text: string,
  signal: AbortSignal,
): Request {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const key = name.toLowerCase();
    return value !== undefined && READ.test(key) ? [[key, value]] : [];
  });
  return new Request(address, { method: 'POST', headers: kept, body: text, signal });
}

interface Sending {
  readonly headers: Readonly<Record<string, string>>;
  /** Told once when the answer is sent or its reader has left; with an error when it broke off. */
  readonly ended: (error?: unknown) => void;
}

/**
 * The library's answer as a streaming function gives it. Whether a connection is kept is settled
 * between its two ends (RFC 9110, section 7.6.1): of its streams the library says it always is.
 */
export function webResult(response: Response, { headers, ended }: Sending): APIGatewayProxyResult {
  const { status, body } = response;
  const { connection: _, ...own } = Object.fromEntries(response.headers);
  const all = { ...own, ...headers };
  if (!body) {
    ended();
    return { statusCode: status, headers: all, body: '' };
  }
  return { statusCode: status, headers: all, body: sent(body, ended) as unknown as string };
}

/** A reader that leaves ends it as well, at once, and is no error. */
function sent(body: ReadableStream<Uint8Array>, ended: Sending['ended']): Readable {
  const reader = body.getReader();
  let failure: unknown;
  const stream = new Readable({
    read() {
      reader.read().then(
        ({ done, value }) => stream.push(done ? null : value),
        (error: Error) => {
          failure = error;
          stream.destroy(error);
        },
      );
    },
    destroy(error, done) {
      // Before what makes the body learns that nobody reads it.
      ended(failure);
      reader.cancel().catch(() => undefined);
      done(error);
    },
  });
  return stream;
}
