import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from '../../layers/domain/errors.ts';
import { statusOf } from '../../layers/http/problem.ts';
import { boundConnections } from './connections.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Limits {
  /**
   * Milliseconds for a whole header: from the opening of its connection, or from its first byte on
   * a connection that was used before.
   */
  readonly headersMs?: number;
  /** Connections without a request. */
  readonly maxWaiting?: number;
}

const HEADERS_MS = 15_000;
/** How often late headers are looked for. */
const LOOK_MS = 1000;
/** Longer than clients keep an idle connection, so that none is closed under a request. */
const KEEP_ALIVE_MS = 75_000;

/**
 * A server of which nobody can hold a connection without sending a request. How long a body may
 * take is for its reader to say (`bodyBytes`): 50 GB take as long as they take.
 */
export function httpServer(
  listener: Listener,
  { headersMs = HEADERS_MS, maxWaiting }: Limits = {},
): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(LOOK_MS, headersMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
      // A request with no host, or with two, reaches the listener, which answers it in our words.
      requireHostHeader: false,
    },
    listener,
  );
  server.on('checkContinue', listener);
  // RFC 9110, section 10.1.1 lets an expectation that is not known be passed over; Node's own 417
  // has no body to tell why.
  server.on('checkExpectation', listener);
  boundConnections(server, maxWaiting);
  const answers = new WeakMap<object, ServerResponse>();
  const note: Listener = ({ socket }, response) => void answers.set(socket, response);
  server.prependListener('request', note);
  server.prependListener('checkContinue', note);
  server.prependListener('checkExpectation', note);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answers.get(socket);
    const isAnswered = answer?.headersSent && !answer.writableFinished;
    const { code = '' } = error;
    if (socket.writable && !isAnswered) socket.write(answerOf(REFUSALS[code] ?? NOT_HTTP));
    socket.destroySoon();
  });
  // Without a listener Node closes the connection, and says nothing.
  server.on('connect', (_request, socket) => socket.end(answerOf(NO_TUNNEL)));
  return server;
}

const REFUSALS: Readonly<Record<string, ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    type: 'invalid_request',
    message: `The header of the request did not arrive within ${HEADERS_MS / 1000} seconds.`,
    reason: 'request_timeout',
  },
  HPE_HEADER_OVERFLOW: {
    type: 'invalid_request',
    message: 'The header of the request is larger than 16 KB. Send fewer or shorter fields.',
    reason: 'header_too_large',
  },
  HPE_INVALID_METHOD: {
    type: 'invalid_request',
    message:
      'What was sent begins with no method of HTTP/1.1, such as GET or POST. Those of each path stand in /openapi.json.',
  },
  HPE_INVALID_EOF_STATE: {
    type: 'invalid_request',
    message: 'The request ends before it is complete. Send it again, whole.',
  },
};
const NO_TUNNEL: ApiError = {
  type: 'invalid_request',
  message: 'CONNECT asks for a tunnel, and this is no proxy. Send the request itself.',
};
const NOT_HTTP: ApiError = {
  type: 'invalid_request',
  message: 'What was sent is not a request of HTTP/1.1. Send one as RFC 9112 describes it.',
};

/** The whole answer to what is no request, or is none any more. */
function answerOf(error: ApiError): string {
  const status = statusOf(error);
  const body = JSON.stringify({ error });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    // Every answer has an id. This one is in no log: what cannot be parsed reaches no handler.
    `x-request-id: ${randomUUID()}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
