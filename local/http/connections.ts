import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Connections at once; more are closed as they come. */
const MAX_CONNECTIONS = 2048;
/** Of them those without a request in hand: still sending a header, or kept for the next one. */
const MAX_WAITING = 512;

/**
 * Bounds the connections of a server. When too many are without a request, the one that has waited
 * longest is closed, so that a flood of half-sent headers keeps nobody else out.
 */
export function boundConnections(server: Server, maxWaiting = MAX_WAITING): void {
  server.maxConnections = MAX_CONNECTIONS;
  // In the order in which they began to wait.
  const waiting = new Set<Socket>();
  const wait = (socket: Socket) => {
    waiting.add(socket);
    if (waiting.size <= maxWaiting) return;
    const [longest] = waiting;
    longest?.destroy();
  };
  const serve = ({ socket }: IncomingMessage, response: ServerResponse) => {
    waiting.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) wait(socket);
    });
  };
  server.on('connection', (socket) => {
    socket.once('close', () => waiting.delete(socket));
    wait(socket);
  });
  server.on('request', serve);
  server.on('checkContinue', serve);
}
