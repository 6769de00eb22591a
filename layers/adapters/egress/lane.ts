import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { Transform, type TransformCallback } from 'node:stream';

/** What one user of the proxy may take. */
export interface LaneLimits {
  /** Bytes from outside over all connections. */
  readonly maxBytes: number;
  /** Bytes from outside over one connection. */
  readonly maxConnectionBytes: number;
  /** How long one connection may last. */
  readonly maxConnectionMs: number;
  /** How long a connection may carry nothing. */
  readonly maxIdleMs: number;
  /** Connections at a time. */
  readonly maxConnections: number;
  /** Whether the proxy does TLS for its user, who then asks for every address in plain. */
  readonly plain: boolean;
}

export const USUAL_LIMITS: LaneLimits = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxConnectionBytes: 64 * 1024 ** 3,
  maxConnectionMs: 2 * 3600_000,
  maxIdleMs: 60_000,
  maxConnections: 64,
  plain: false,
};

/**
 * One user's way through the proxy: a credential of its own, counted, limited, and ended as one.
 */
export interface Lane {
  /**
   * `http://user:password@127.0.0.1:port`, as tools take a proxy. Secret: keep it out of argument
   * lists.
   */
  readonly url: string;
  /** An https address as a user of a plain lane asks for it. */
  readonly inPlain: (address: string) => string;
  /** Bytes that came from outside so far. */
  readonly bytes: () => number;
  /** Connections that are open now. */
  readonly connections: () => number;
  /** Why the last connection was refused, in words for the sender of the link. */
  readonly refusal: () => string | undefined;
  /** Ends every connection of this lane; further ones are not let in. */
  readonly close: () => void;
}

/** The proxy's own view of a lane. */
export class OpenLane {
  readonly user = randomBytes(8).toString('hex');
  readonly password = randomBytes(32).toString('base64url');
  readonly limits: LaneLimits;
  bytes = 0;
  refusal: string | undefined;
  readonly #sockets = new Set<Duplex>();
  connections = 0;

  constructor(limits: LaneLimits) {
    this.limits = limits;
  }

  get credential(): string {
    return `Basic ${Buffer.from(`${this.user}:${this.password}`).toString('base64')}`;
  }

  /** Undefined when there is room for one connection more; else why not. */
  enter(): string | undefined {
    if (this.bytes >= this.limits.maxBytes) return 'more bytes than may be fetched';
    if (this.connections >= this.limits.maxConnections) return 'too many connections at a time';
    this.connections += 1;
    return undefined;
  }

  leave(): void {
    this.connections -= 1;
  }

  /** Streams that end when the lane is closed. */
  hold(...sockets: readonly Duplex[]): void {
    for (const socket of sockets) {
      // A kept connection brings many requests.
      if (this.#sockets.has(socket)) continue;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    }
  }

  /** Counts what comes from outside, and fails once it is more than allowed. */
  meter(): Transform {
    let carried = 0;
    const transform = (chunk: Buffer, _: BufferEncoding, done: TransformCallback) => {
      carried += chunk.length;
      this.bytes += chunk.length;
      const over = carried > this.limits.maxConnectionBytes || this.bytes > this.limits.maxBytes;
      if (over) done(new Error('more bytes than may be fetched'));
      else done(null, chunk);
    };
    return new Transform({ transform });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
