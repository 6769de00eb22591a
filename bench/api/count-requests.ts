import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

export type Counts = Record<string, number>;

/** What an AWS client asks for: DynamoDB and SQS name it in a header, S3 by the method. */
function nameOf(request: ClientRequest): string {
  const target = request.getHeader('x-amz-target');
  if (typeof target !== 'string') return `S3 ${request.method}`;
  const [service = '', operation = ''] = target.split('.');
  return `${service.startsWith('DynamoDB') ? 'DynamoDB' : 'SQS'} ${operation}`;
}

/**
 * Counts every HTTP request that this process sends from now on, repeats included, by what it asks
 * for. The count is taken where Node sends: no client can go around it, and none is slowed down.
 */
export function countRequests(): { take(): Counts } {
  let counts: Counts = {};
  // https://nodejs.org/api/diagnostics_channel.html#http
  subscribe('http.client.request.start', (message) => {
    const name = nameOf((message as { request: ClientRequest }).request);
    counts[name] = (counts[name] ?? 0) + 1;
  });
  return {
    /** What was counted since the last time. */
    take() {
      const taken = counts;
      counts = {};
      return taken;
    },
  };
}
