import type { IncomingMessage } from 'node:http';

export interface BodyPatience {
  /** Milliseconds without a byte; 30 s unless another is given. */
  readonly idleMs?: number;
  /** Bytes a second, over each `idleMs` of waiting; 1 kB unless another is given. */
  readonly minRate?: number;
  /** Milliseconds for the whole body; as many as it takes unless they are given. */
  readonly wholeMs?: number;
}

const IDLE_MS = 30_000;
const MIN_RATE = 1000;

/** The sender of a body has stopped, or sends too slowly. */
export class StalledBody extends Error {
  override readonly name = 'StalledBody';
}

/**
 * The bytes of a request's body as they arrive. Only time in which we wait for the sender counts,
 * so that a slow disk of ours is not laid to it. The request outlives this, for its answer.
 * @throws StalledBody
 */
export async function* bodyBytes(
  request: IncomingMessage,
  { idleMs = IDLE_MS, minRate = MIN_RATE, wholeMs }: BodyPatience = {},
): AsyncGenerator<Buffer> {
  const source = request.iterator({ destroyOnReturn: false }) as AsyncGenerator<Buffer>;
  const began = performance.now();
  let waited = 0;
  let received = 0;
  let stall: (() => void) | undefined;
  // What has arrived while this process was busy is looked at first.
  const late = () => {
    const stalled = stall;
    setImmediate(() => stalled === stall && stalled?.());
  };
  const timer = setTimeout(late, idleMs);
  const end = wholeMs === undefined ? undefined : setTimeout(late, wholeMs);
  try {
    for (;;) {
      const from = performance.now();
      const next = await new Promise<IteratorResult<Buffer>>((resolve, reject) => {
        stall = () => reject(new StalledBody());
        timer.refresh();
        source.next().then(resolve, reject);
      });
      stall = undefined;
      if (next.done) return;
      const now = performance.now();
      waited += now - from;
      received += next.value.length;
      if (wholeMs !== undefined && now - began > wholeMs) throw new StalledBody();
      if (waited >= idleMs) {
        if (received < (minRate * waited) / 1000) throw new StalledBody();
        waited = 0;
        received = 0;
      }
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    clearTimeout(end);
    // After a stall it ends when the request does.
    source.return(undefined).catch(() => undefined);
  }
}
