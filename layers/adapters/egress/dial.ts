import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { type Egress, Refused } from './egress.ts';
import type { OpenLane } from './lane.ts';

/** How long resolving and connecting may take together. */
const CONNECT_MS = 15_000;

/**
 * Opens a connection to a URL's host: one resolution, every address checked, one of exactly these
 * dialled.
 * @throws Refused when it must not be called; whatever the network says otherwise
 */
export async function dial(egress: Egress, lane: OpenLane, url: URL): Promise<Socket> {
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
  const socket = connect({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    lookup,
    autoSelectFamily: true,
    allowHalfOpen: true,
    noDelay: true,
  });
  lane.hold(socket);
  try {
    await once(socket, 'connect', { signal: late });
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
