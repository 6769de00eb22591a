import autocannon from 'autocannon';

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly calls: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Sends each lane's requests one after the other, all lanes at once.
 * @throws Error when an answer is not a 2xx
 */
export async function load(url: string, lanes: readonly (readonly Request[])[]): Promise<Load> {
  const times: number[] = [];
  const refused = new Set<number>();
  const calls = lanes.reduce((sum, lane) => sum + lane.length, 0);
  const waiting = [...lanes];
  const began = performance.now();
  let ended = began;
  const run = autocannon({
    url,
    connections: lanes.length,
    amount: calls,
    setupClient: (client) => {
      const lane = waiting.shift() ?? [];
      client.setRequests(lane.map((request) => ({ ...request })));
      client.on('response', (status: number, _bytes: number, ms: number) => {
        ended = performance.now();
        times.push(ms);
        if (status < 200 || status > 299) refused.add(status);
      });
    },
  });
  const { errors, timeouts } = await run;
  if (refused.size > 0 || errors + timeouts > 0) {
    throw new Error(`of ${calls} calls some failed: ${[...refused].join(', ')}`);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.ceil(part * times.length) - 1] ?? Number.NaN;
  return { calls, perSecond: (calls / (ended - began)) * 1000, p50: at(0.5), p99: at(0.99) };
}
