import { Webhook } from 'standardwebhooks';
import { site } from './sites.ts';

export interface FlakyReceiver {
  readonly url: string;
  /** How often each message was taken, by its id. */
  readonly taken: ReadonlyMap<string, number>;
  /** Messages whose signature did not verify. */
  readonly forged: readonly string[];
  readonly failures: () => number;
  close(): void;
}

/** Fewer than the calls after which a message is parked: no chance parks one. */
const MOST_FAILURES = 5;

/**
 * A receiver that fails a part of its calls: 500, silence, a reset, or a redirect to itself. It
 * fails no message so often that it would be given up.
 */
export async function flakyReceiver(
  secret: string,
  { failing, random = Math.random }: { failing: number; random?: () => number },
): Promise<FlakyReceiver> {
  const taken = new Map<string, number>();
  const forged: string[] = [];
  const failed = new Map<string, number>();
  const webhook = new Webhook(secret);
  let failures = 0;
  const server = await site(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const id = String(request.headers['webhook-id']);
    try {
      webhook.verify(body, request.headers as Record<string, string>);
    } catch {
      forged.push(id);
    }
    const before = failed.get(id) ?? 0;
    if (before >= MOST_FAILURES || random() >= failing) {
      taken.set(id, (taken.get(id) ?? 0) + 1);
      response.writeHead(200).end('thanks');
      return;
    }
    failures += 1;
    failed.set(id, before + 1);
    const ways = [
      () => response.writeHead(500).end('no'),
      () => undefined,
      () => request.socket.resetAndDestroy(),
      () => response.writeHead(302, { location: '/' }).end(),
    ];
    ways[failures % ways.length]?.();
  });
  return {
    url: `${server.origin}/`,
    taken,
    forged,
    failures: () => failures,
    close() {
      void server.close();
    },
  };
}
