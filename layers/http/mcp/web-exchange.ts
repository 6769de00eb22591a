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

/** The library's answer as a streaming function gives it. */
export function webResult(response: Response, { headers, ended }: Sending): APIGatewayProxyResult {
  const { status, body } = response;
  const all = { ...Object.fromEntries(response.headers), ...headers };
  if (!body) {
    ended();
    return { statusCode: status, headers: all, body: '' };
  }
  const stream = Readable.from(sent(body, ended), { objectMode: false });
  return { statusCode: status, headers: all, body: stream as unknown as string };
}

/** A reader that leaves ends it as well, and is no error. */
async function* sent(
  body: ReadableStream<Uint8Array>,
  ended: Sending['ended'],
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const next = () =>
    reader.read().catch((error: unknown) => {
      ended(error);
      throw error;
    });
  try {
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  } finally {
    ended();
    await reader.cancel().catch(() => undefined);
  }
}
