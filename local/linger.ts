import type { IncomingMessage, ServerResponse } from 'node:http';

const LINGER_MS = 2000;

/**
 * Ends an exchange whose request body was not read to its end: the connection takes no further request, and what
 * still arrives is thrown away for at most two seconds. A connection cut at once would be reset, and the sender might never
 * see the answer. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || request.destroyed) return;
  if (!response.headersSent) response.setHeader('connection', 'close');
  request.on('error', () => undefined);
  request.resume();
  response.once('finish', () => {
    const timer = setTimeout(() => request.destroy(), LINGER_MS);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  });
}
