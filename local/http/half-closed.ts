import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A caller that sends nothing more and is written nothing for so long is held to have left. */
const LEFT_MS = 2000;

/**
 * Answers callers that close their side once they have sent their request, as `nc -N` and some
 * clients of HTTP/1.0 do. Nobody can tell these from a caller that left before something is written
 * to it, so that what takes longer than `leftMs` to answer counts as left.
 * https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export function answerHalfClosed(server: Server, leftMs = LEFT_MS): void {
  // Otherwise Node.js closes the other side at once, with the answer on its way.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket: Socket) => {
    socket.once('end', () => {
      let written = socket.bytesWritten;
      const timer = setInterval(() => {
        const isTaking = socket.bytesWritten > written || socket.writableLength > 0;
        written = socket.bytesWritten;
        if (!isTaking) socket.destroy();
      }, leftMs);
      socket.once('close', () => clearInterval(timer));
    });
  });
}
