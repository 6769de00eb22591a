import type { IncomingMessage, ServerResponse } from 'node:http';

/** Without a byte of the rest. */
const IDLE_MS = 2000;
const WHOLE_MS = 30_000;

/**
 * Ends an exchange whose request body was not read to its end: what still arrives is thrown away, as
 * long as it comes. Many senders look for an answer only when they are through, and one that is cut
 * in the middle is reset, and never sees it; for the same reason `connection: close` is not sent, by
 * which Node.js would cut it at once. Nobody is listened to for longer than a body may take.
 * https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 * @param wholeMs for the rest of the body; 30 s unless another is given
 */
export function drainAfterAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  wholeMs = WHOLE_MS,
): void {
  if (request.complete || request.destroyed) return;
  request.on('error', () => undefined);
  // Also flows when whoever began to read has yet to let go of it, which `resume` alone does not.
  request.on('data', () => undefined);
  request.resume();
  const { socket } = request;
  const linger = () => {
    const end = performance.now() + wholeMs;
    let heard = socket.bytesRead;
    // Node.js tells of no byte of a body whose answer is through: its connection counts them.
    const timer = setInterval(
      () => {
        const isSending = socket.bytesRead > heard && performance.now() < end;
        heard = socket.bytesRead;
        if (request.complete) clearInterval(timer);
        else if (!isSending) request.destroy();
      },
      Math.min(IDLE_MS, wholeMs),
    ).unref();
    request.once('close', () => clearInterval(timer));
  };
  if (response.writableFinished) linger();
  else response.once('finish', linger);
}
