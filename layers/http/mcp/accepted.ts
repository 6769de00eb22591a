/** What the library wants to see accepted of every message, whatever it will answer with. */
export const BOTH_TYPES = 'application/json, text/event-stream';

const JSON_RANGE = /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:[;,]|$)/i;
const STREAM_RANGE = /(?:^|,)\s*(?:\*\/\*|text\/(?:\*|event-stream))\s*(?:[;,]|$)/i;

/**
 * Which types of answer a caller takes. Without the header it is any (RFC 9110, 12.5.1). The protocol has
 * clients name both; many that are configured by hand name one, or none.
 */
export const takenTypes = (accept = '*/*'): { json: boolean; stream: boolean } => ({
  json: JSON_RANGE.test(accept),
  stream: STREAM_RANGE.test(accept),
});

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
