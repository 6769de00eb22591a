import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

const Told = z.object({ endpoint: z.url().transform((text) => new URL(text)) });

/** Tells the parent where this process listens. */
export const tellEndpoint = (endpoint: string): void =>
  // A parent that has ended meanwhile is told nothing; its child ends with it.
  void process.send?.({ endpoint }, () => undefined);

/** Where a child listens, once it says so by `tellEndpoint`. */
export async function endpointOf(child: ChildProcess): Promise<URL> {
  const [message]: unknown[] = await once(child, 'message');
  return Told.parse(message).endpoint;
}
