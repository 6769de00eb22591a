import type { IncomingMessage, ServerResponse } from 'node:http';

const LINGER_MS = 2000;

/**
 * Ends an exchange whose request body was not read to its end: what still arrives is thrown away,
 * and a sender who is not through two seconds after the answer is cut off. A connection cut at once
 * would be reset, and the sender might never see the answer; for the same reason `connection:
 * close` is not sent, by which Node.js would cut it at once.
 * https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export function drainAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || request.destroyed) return;
  request.on('error', () => undefined);
  // Also flows when whoever began to read has yet to let go of it, which `resume` alone does not.
  request.on('data', () => undefined);
  request.resume();
  const linger = () => {
    const timer = setTimeout(() => request.destroy(), LINGER_MS);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  };
  if (response.writableFinished) linger();
  else response.once('finish', linger);
}
