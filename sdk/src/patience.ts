import { errorOf, VideoReaderError } from './errors.ts';

/**
 * Ends early with what `signal` is aborted with.
 * @param why what went wrong, so that it is waited for
 */
export type Wait = (ms: number, signal?: AbortSignal, why?: VideoReaderError) => Promise<void>;

/** For how long a request that may pass later is tried again. */
export interface Patience {
  /** Milliseconds to wait in all, between the tries of one request. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly wait: Wait;
}

/** As openapi-fetch answers. Its types of replies know no tuples, so they are named by the caller. */
export interface Reply {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** What went wrong before a request was sent, with what was thrown as its cause. */
export class NotSent extends Error {
  override readonly name = 'NotSent';

  constructor(cause: unknown) {
    super('The request was not sent.', { cause });
  }
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * The service's rule: repeat 429, 5xx and a connection that broke; nothing else. Only for requests
 * that may be sent twice.
 */
const mayPassLater = ({ type, status = 0 }: VideoReaderError): boolean =>
  type === 'connection_failed' || status === 429 || status >= 500;

/**
 * What `send` is answered with. It is sent again after growing pauses, or after as long as the
 * answer asks for.
 * @throws VideoReaderError; what `signal` was aborted with, and what kept the request from being sent
 */
export async function patiently<T>(
  { patienceMs, signal, wait }: Patience,
  send: () => Promise<Reply>,
): Promise<T> {
  let waitedMs = 0;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const outcome = await attempt(signal, send);
    if (!(outcome instanceof VideoReaderError)) return outcome.data as T;
    const { retryAfterSeconds } = outcome;
    // Half of each pause is left to chance, so that many callers do not come back at once.
    const waitMs =
      retryAfterSeconds === undefined
        ? pauseMs * (0.5 + Math.random() / 2)
        : retryAfterSeconds * 1000;
    if (!mayPassLater(outcome) || waitedMs + waitMs > patienceMs) throw outcome;
    await wait(waitMs, signal, outcome);
    waitedMs += waitMs;
  }
}

async function attempt(
  signal: AbortSignal | undefined,
  send: () => Promise<Reply>,
): Promise<{ readonly data: unknown } | VideoReaderError> {
  signal?.throwIfAborted();
  try {
    const { data, error, response } = await send();
    return response.ok ? { data } : errorOf(response, error);
  } catch (thrown) {
    signal?.throwIfAborted();
    const cause = thrown instanceof NotSent ? thrown.cause : thrown;
    if (cause instanceof VideoReaderError) return cause;
    if (thrown instanceof NotSent) throw cause;
    const why = cause instanceof Error ? innermost(cause).message : String(cause);
    // A page, such as a sign-in of a network or another service, is one again when it is asked again.
    if (cause instanceof SyntaxError) {
      const message = `What answers there is not this service: ${why}.`;
      throw new VideoReaderError('unexpected_answer', message, {}, { cause });
    }
    return new VideoReaderError(
      'connection_failed',
      `The service cannot be reached: ${why}.`,
      {},
      { cause },
    );
  }
}

/** What fetch failed of; its own message says only that it did. */
const innermost = (error: Error): Error =>
  error.cause instanceof Error && error.cause.message !== '' ? innermost(error.cause) : error;

export const pause: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
