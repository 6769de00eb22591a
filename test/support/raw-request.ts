import { connect } from 'node:net';

export interface Heard {
  /** All that the server sent until it closed the connection, or until `answered`. */
  readonly text: string;
  readonly status: number;
  /** The body of an answer in JSON. */
  readonly json: () => unknown;
  /** Milliseconds from the last byte that was sent to the end. */
  readonly ms: number;
  readonly closed: boolean;
}

interface Sending {
  readonly host?: string;
  readonly port: number;
  /** Ends the exchange; else it ends when the server closes it. */
  readonly until?: RegExp;
}

/** Sends bytes, and each of `more` some time after the one before, and hears what comes back. */
export async function rawRequest(
  { host = '127.0.0.1', port, until }: Sending,
  first: string,
  more: AsyncIterable<string> = nothing(),
): Promise<Heard> {
  const socket = connect(port, host);
  let text = '';
  let sent = performance.now();
  const send = (piece: string) => {
    sent = performance.now();
    socket.write(piece);
  };
  const { promise: ended, resolve } = Promise.withResolvers<boolean>();
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    text += chunk;
    if (until?.test(text)) resolve(false);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(true));
  socket.on('end', () => resolve(true));
  send(first);
  void (async () => {
    for await (const piece of more) {
      if (socket.destroyed || !socket.writable) return;
      send(piece);
    }
  })();
  const closed = await ended;
  const ms = performance.now() - sent;
  socket.destroy();
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
  return { text, status, ms, closed, json: () => JSON.parse(text.split('\r\n\r\n')[1] ?? '') };
}

async function* nothing(): AsyncGenerator<string> {}
