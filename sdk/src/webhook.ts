import { VideoReaderError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

/** Of a request: a Headers object, or a record with names in lower case, as Node gives it. */
type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Seconds that the time in the message may be off; older ones may be sent by an eavesdropper. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

const SECRET_PREFIX = 'whsec_';

/**
 * The event of a call to your `webhook_url`, once it is certain that the service sent it: Standard
 * Webhooks, https://www.standardwebhooks.com. An event may come more than once; `webhook-id` is
 * then the same.
 * @param body the body as it arrived, before anything parses it
 * @param secret `whsec_…` of the organization; while it is being changed, both
 * @throws VideoReaderError bad_signature
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeadersLike,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  if (!/^\d+$/.test(timestamp)) throw refused('webhook-timestamp is no time.');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw refused(`webhook-timestamp is more than ${toleranceSeconds} s away.`);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap((entry) => (entry.startsWith('v1,') ? bytesOf(entry.slice(3)) : []));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const raw = bytesOf(each.startsWith(SECRET_PREFIX) ? each.slice(SECRET_PREFIX.length) : each);
    if (raw[0] === undefined || raw[0].length === 0) {
      throw new TypeError('The secret is no whsec_… as the service gives it.');
    }
    const key = await crypto.subtle.importKey('raw', raw[0], algorithm, false, ['verify']);
    for (const signature of signatures) {
      // Takes as long whichever byte differs.
      if (await crypto.subtle.verify(algorithm, key, signature, signed))
        return JSON.parse(text) as WebhookEvent;
    }
  }
  throw refused('No signature of the message is by this secret.');
}

const refused = (why: string) => new VideoReaderError('bad_signature', why);

function headerOf(headers: HeadersLike, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : (headers as Readonly<Record<string, unknown>>)[name];
  if (typeof value === 'string' && value !== '') return value;
  throw refused(`The header ${name} is missing.`);
}

/** Of base64; none where it is not. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}
