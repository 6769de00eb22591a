import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TakeBytes, TakenBytes } from '../../app/ports/sources/served-bytes.ts';

const SECRET_BYTES = 24;
/** More than any command of ffmpeg's. */
const MOST_COMMAND_CHARACTERS = 1_000;

/**
 * Takes a file that ffmpeg writes, in which it may go back: a server of FTP for this one file, which
 * of what ffmpeg writes to is the only one that it can seek in and that is no file (RFC 959, 2428).
 */
export const takeOnLoopback: TakeBytes = async (bytes) => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const sockets = new Set<Socket>();
  const served: Promise<void>[] = [];
  let writing = Promise.resolve();
  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  /** Writes what a connection brings, once those before it are written. */
  const take = (connection: Promise<Socket>, from: number): Promise<void> => {
    writing = writing.then(async () => drain(bytes, await connection, from));
    return writing;
  };
  const server = await listening((socket) => {
    hold(socket);
    served.push(serve(socket, { secret, hold, take }).catch(() => void socket.destroy()));
  });
  return {
    address: `ftp://writer:${secret}@127.0.0.1:${portOf(server)}/file`,
    async close() {
      server.close();
      // What a writer that has ended sent last may still be on its way.
      await Promise.all(served);
      await writing;
      for (const socket of sockets) socket.destroy();
    },
  };
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listening(onSocket: (socket: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, onSocket);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return server;
}

/** Whoever takes bytes learns by itself that it cannot, and a writer that it was broken off. */
async function drain(bytes: TakenBytes, socket: Socket, from: number): Promise<void> {
  let at = from;
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      await bytes.write(chunk, at);
      at += chunk.length;
    }
    socket.end();
  } catch {
    socket.destroy();
  }
}

interface Taking {
  readonly secret: string;
  readonly hold: (socket: Socket) => void;
  readonly take: (connection: Promise<Socket>, from: number) => Promise<void>;
}

/** Answers the commands of one connection until it is closed. */
async function serve(socket: Socket, { secret, hold, take }: Taking): Promise<void> {
  const tell = (text: string) => socket.write(`${text}\r\n`);
  let isKnown = false;
  let from = 0;
  let connection: Promise<Socket> | undefined;
  socket.setEncoding('latin1');
  tell('220 ready');
  for await (const [command = '', argument = ''] of commands(socket)) {
    if (command === 'USER') tell('331 password');
    else if (command === 'PASS') {
      isKnown = argument === secret;
      tell(isKnown ? '230 known' : '530 unknown');
    } else if (!isKnown) tell('530 unknown');
    else if (command === 'TYPE') tell('200 taken');
    else if (command === 'PWD') tell('257 "/"');
    else if (command === 'REST') {
      from = Number(argument);
      tell('350 taken');
    } else if (command === 'EPSV') {
      const come = Promise.withResolvers<Socket>();
      const server = await listening((one) => {
        hold(one);
        server.close();
        come.resolve(one);
      });
      connection = come.promise;
      tell(`229 open (|||${portOf(server)}|)`);
    } else if (command === 'STOR' && connection) {
      tell('150 go on');
      take(connection, from).then(
        () => tell('226 taken'),
        () => socket.destroy(),
      );
      from = 0;
    } else if (command !== 'ABOR') tell('502 unknown');
    // How ABOR ends is told once all bytes that were sent are taken.
  }
}

async function* commands(socket: Socket): AsyncGenerator<string[]> {
  let text = '';
  for await (const chunk of socket as AsyncIterable<string>) {
    text += chunk;
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      yield text.slice(0, end).split(' ');
      text = text.slice(end + 2);
    }
    if (text.length > MOST_COMMAND_CHARACTERS) return;
  }
}
