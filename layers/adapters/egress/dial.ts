import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { type Egress, Refused } from './egress.ts';
import type { OpenLane } from './lane.ts';
import { leadOn, type Upstream } from './upstream.ts';

/** How long resolving and connecting may take together. */
const CONNECT_MS = 15_000;

/**
 * Opens a connection to a URL's host: one resolution, every address checked, one of exactly these
 * dialled, through the upstream proxy where it carries the host.
 * @throws Refused when it must not be called; whatever the network says otherwise
 */
export async function dial(
  egress: Egress,
  lane: OpenLane,
  url: URL,
  upstream?: Upstream,
): Promise<Socket> {
  const refused = egress.refusalOf(url.href);
  if (refused !== undefined) throw new Refused(refused);
  const late = AbortSignal.timeout(CONNECT_MS);
  const addresses = await Promise.race([egress.addressesOf(url.hostname), never(late)]);
  const [first] = addresses;
  if (first === undefined) throw new Refused('it has no address');
  // Literal addresses never reach the lookup, so that it can say nothing else than what was
  // checked.
  const lookup: LookupFunction = (_, options, done) =>
    options.all ? done(null, [...addresses]) : done(null, first.address, first.family);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const via = upstream?.carries(url.hostname) ? upstream : undefined;
  const socket = connect({
    // The upstream proxy is the operator's own choice, wherever it is.
    ...(via
      ? { host: via.host, port: via.port }
      : { host: url.hostname.replace(/^\[|\]$/g, ''), port, lookup }),
    autoSelectFamily: true,
    allowHalfOpen: true,
    noDelay: true,
  });
  lane.hold(socket);
  try {
    await once(socket, 'connect', { signal: late });
    const address = first.family === 6 ? `[${first.address}]` : first.address;
    if (via) await leadOn(socket, via, `${address}:${port}`, late);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const { maxIdleMs, maxConnectionMs } = lane.limits;
  socket.setTimeout(maxIdleMs, () => socket.destroy(new Error('idle for too long')));
  const wall = setTimeout(() => socket.destroy(new Error('open for too long')), maxConnectionMs);
  wall.unref();
  socket.once('close', () => clearTimeout(wall));
  return socket;
}

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** TLS over a connection, with the certificate checked against the URL's host. */
export async function withTls(socket: Socket, url: URL): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) === 0 ? { servername: host } : {};
  const secured = secure({ socket, host, ...name, ALPNProtocols: ['http/1.1'] });
  secured.once('close', () => socket.destroy());
  await once(secured, 'secureConnect', { signal: AbortSignal.timeout(CONNECT_MS) });
  return secured;
}
