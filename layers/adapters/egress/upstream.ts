import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Of the answer to CONNECT: a status line and a few headers. */
const MAX_ANSWER_BYTES = 16 * 1024;
const END = '\r\n\r\n';

/** Another proxy that connections of some hosts go out through. */
export interface Upstream {
  readonly host: string;
  readonly port: number;
  /** For `Proxy-Authorization`; undefined where the proxy asks for none. */
  readonly credential: string | undefined;
  /** Whether the connections of a host go through it. */
  readonly carries: (host: string) => boolean;
}

/**
 * @param address `http://user:password@host:port`
 * @param hosts names with commas between, each with all that is under it; none for every host
 * @throws Error without the address, which is secret, when it cannot be one
 */
export function upstreamAt(address: string, hosts = ''): Upstream {
  if (!URL.canParse(address)) throw new Error('LINK_PROXY is no address of a proxy');
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== 'http:') throw new Error('LINK_PROXY is no http:// address of a proxy');
  const names = hosts.split(',').flatMap((name) => name.trim().toLowerCase() || []);
  const told = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 80),
    credential: username === '' ? undefined : `Basic ${Buffer.from(told).toString('base64')}`,
    carries: (host) =>
      names.length === 0 || names.some((name) => host === name || host.endsWith(`.${name}`)),
  };
}

/**
 * Asks the proxy at the other end of a connection to lead it on.
 * @param target `address:port`, an address that was checked, so that the proxy resolves nothing
 * @throws Error when it does not
 */
export async function leadOn(
  socket: Socket,
  { credential }: Upstream,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const lines = [
    `CONNECT ${target} HTTP/1.1`,
    `Host: ${target}`,
    ...(credential === undefined ? [] : [`Proxy-Authorization: ${credential}`]),
  ];
  socket.write(`${lines.join('\r\n')}${END}`);
  let answer = Buffer.alloc(0);
  while (!answer.includes(END)) {
    const chunk: Buffer | null = socket.read();
    if (chunk !== null) answer = Buffer.concat([answer, chunk]);
    else if (socket.readableEnded || socket.destroyed)
      throw new Error('the upstream proxy hung up');
    else await once(socket, 'readable', { signal });
    if (answer.length > MAX_ANSWER_BYTES) throw new Error('the upstream proxy says too much');
  }
  const end = answer.indexOf(END) + END.length;
  // What follows is the target's already.
  if (answer.length > end) socket.unshift(answer.subarray(end));
  const [, status = ''] = /^HTTP\/1\.[01] (\d{3})/.exec(answer.toString('latin1')) ?? [];
  if (!status.startsWith('2'))
    throw new Error(`the upstream proxy answered ${status || 'nothing'}`);
}
