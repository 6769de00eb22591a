import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { again, isRepeatable } from './again.ts';
import { dial } from './dial.ts';
import { type Egress, Refused } from './egress.ts';
import { forward } from './forward.ts';
import { type Lane, type LaneLimits, OpenLane, USUAL_LIMITS } from './lane.ts';
import { inPlain, meant } from './plain.ts';
import type { Upstream } from './upstream.ts';

/** The one way out: all that follows links or calls receivers goes through it. */
export interface EgressProxy {
  /** Lets one more user in, who is limited, counted and ended apart from the others. */
  readonly lane: (limits?: Partial<LaneLimits>) => Lane;
  /** Ends every connection and stops listening. */
  readonly close: () => Promise<void>;
}

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 512;

/**
 * Starts a forward proxy on loopback: CONNECT and plain HTTP. Each request is resolved once, each
 * address checked, and one of these dialled, so that neither a redirect nor a playlist nor a name
 * that changes its mind leads inside.
 * @param upstream what connections of some hosts go out through
 */
export async function startProxy(egress: Egress, upstream?: Upstream): Promise<EgressProxy> {
  const lanes = new Map<string, OpenLane>();
  const laneOf = ({ headers }: IncomingMessage) => lanes.get(headers['proxy-authorization'] ?? '');

  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 10_000 });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const lane = laneOf(request);
    if (!lane) return refuse(response, 407);
    lane.hold(request.socket);
    try {
      await within(lane, async () => {
        const asked = new URL(request.url ?? '');
        if (asked.protocol !== 'http:') throw new Refused('only http is asked for in plain');
        const url = lane.limits.plain ? meant(asked) : asked;
        const exchange = { url, request, response };
        const work = async (isLast: boolean) =>
          forward(lane, await dial(egress, lane, url, upstream), exchange, { isLast });
        // Who speaks plain HTTP is ffmpeg, which asks for each part of a stream once.
        const repeats = lane.limits.plain && isRepeatable(request);
        await (repeats ? again(work, () => response.headersSent || response.closed) : work(true));
      });
    } catch (error) {
      refuse(response, noted(lane, error));
    }
  });
  server.on('connect', async (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    const lane = laneOf(request);
    if (!lane) return hangUp(client, 407);
    lane.hold(client);
    let joined = false;
    try {
      await within(lane, async () => {
        const further = await dial(egress, lane, authority(request.url ?? ''), upstream);
        joined = true;
        if (!client.destroyed) client.write(`HTTP/1.1 200 ${STATUS_CODES[200]}\r\n\r\n`);
        if (head.length > 0) further.write(head);
        await join(lane, client, further).finally(() => further.destroy());
      });
      client.destroy();
    } catch (error) {
      const status = noted(lane, error);
      if (joined) client.destroy();
      else hangUp(client, status);
    }
  });
  server.on('clientError', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A process with nothing else to do may end.
  server.unref();
  const { port } = server.address() as AddressInfo;

  return {
    lane(limits = {}) {
      const open = new OpenLane({ ...USUAL_LIMITS, ...limits });
      lanes.set(open.credential, open);
      return {
        url: `http://${open.user}:${open.password}@127.0.0.1:${port}`,
        inPlain,
        bytes: () => open.bytes,
        connections: () => open.connections,
        refusal: () => open.refusal,
        close() {
          lanes.delete(open.credential);
          open.close();
        },
      };
    },
    async close() {
      for (const lane of lanes.values()) lane.close();
      lanes.clear();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * The target of CONNECT: `host:port`, read as a URL's host is, so that no spelling means another
 * host here.
 */
function authority(target: string): URL {
  const port = /:(\d{1,5})$/.exec(target)?.[1];
  const scheme = port === '443' ? 'https' : 'http';
  const url = new URL(`${scheme}://${target}`);
  if (port === undefined || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new Refused('it is no address');
  }
  return url;
}

async function within(lane: OpenLane, work: () => Promise<void>): Promise<void> {
  const full = lane.enter();
  if (full !== undefined) throw new Refused(full);
  try {
    await work();
  } finally {
    lane.leave();
  }
}

async function join(lane: OpenLane, client: Duplex, upstream: Duplex): Promise<void> {
  const there = pipeline(client, upstream);
  const back = pipeline(upstream, lane.meter(), client);
  await Promise.all([there, back]);
}

function noted(lane: OpenLane, error: unknown): number {
  if (error instanceof Refused) lane.refusal = error.message;
  if (error instanceof Refused) return 403;
  return error instanceof Error && error.name === 'TimeoutError' ? 504 : 502;
}

/** What is refused says so by its status alone. */
function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) return void response.destroy();
  response.shouldKeepAlive = false;
  response.writeHead(status, status === 407 ? CHALLENGE : {}).end();
}

function hangUp(client: Duplex, status: number): void {
  if (client.destroyed) return;
  const headers = Object.entries({ ...(status === 407 ? CHALLENGE : {}), connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  client.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}content-length: 0\r\n\r\n`);
}

/** ffmpeg sends its credential only after it was asked for one. */
const CHALLENGE = { 'proxy-authenticate': 'Basic realm="egress"' };
