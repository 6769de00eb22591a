/** What the library wants to see accepted of every message, whatever it will answer with. */
export const BOTH_TYPES = 'application/json, text/event-stream';

const NO_WEIGHT = /^\s*q=0(?:\.0*)?\s*$/;

/**
 * Which types of answer a caller takes. Without the header it is any (RFC 9110, 12.5.1). The protocol has
 * clients name both; many that are configured by hand name one, or none.
 */
export function takenTypes(accept = '*/*'): { json: boolean; stream: boolean } {
  const isTaken = new Map<string, boolean>();
  for (const named of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = named.split(';');
    isTaken.set(range.trim(), !parameters.some((parameter) => NO_WEIGHT.test(parameter)));
  }
  // The closest range decides: `*/*, text/event-stream;q=0` takes no stream.
  const takes = (type: string, group: string): boolean =>
    isTaken.get(type) ?? isTaken.get(group) ?? isTaken.get('*/*') ?? false;
  return {
    json: takes('application/json', 'application/*'),
    stream: takes('text/event-stream', 'text/*'),
  };
}

/**
 * The answer to one message as JSON, for a caller that takes nothing else: what a stream says before
 * its last event is progress.
 */
export async function asJson(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (!headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const last = (await response.text()).match(/(?<=^data: ).+$/gm)?.at(-1) ?? '';
  return new Response(last, { status, headers: { 'content-type': 'application/json' } });
}
