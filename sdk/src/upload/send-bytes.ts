import { VideoReaderError } from '../errors.ts';
import { type Patience, patiently } from '../patience.ts';
import type { components } from '../schema.ts';
import type { Transport } from '../transport.ts';
import { type Bytes, digestHeaders, hasDigest } from './source.ts';

export type Addresses = components['schemas']['FreshAddresses'];

const PARTS_AT_ONCE = 4;

/** What the storage names a body that did not arrive as it was sent. */
const DISTURBED = /<Code>(BadDigest|IncompleteBody|RequestTimeout)<\/Code>/;

export interface Sending extends Patience {
  readonly put: Transport['put'];
  readonly bytes: Bytes;
  /** Told of bytes that leave; below 0 when they have to leave once more. */
  readonly onSent: (bytes: number) => void;
}

/** Bytes of the file for which there are addresses: those the storage does not have. */
export function missingBytes(addresses: Addresses, size: number): number {
  if ('put' in addresses) return size;
  const { part_size, parts } = addresses.multipart;
  return parts.reduce(
    (sum, { part_number }) => sum + Math.min(part_size, size - (part_number - 1) * part_size),
    0,
  );
}

/** Sends what the addresses are for; false when one of them no longer works. */
export async function sendBytes(sending: Sending, addresses: Addresses): Promise<boolean> {
  const { bytes } = sending;
  if ('put' in addresses) return put(sending, addresses.put, bytes);
  const { part_size, parts } = addresses.multipart;
  const left = [...parts];
  let ended = false;
  const lane = async (): Promise<void> => {
    for (let part = left.shift(); part && !ended; part = left.shift()) {
      const from = (part.part_number - 1) * part_size;
      const arrived = await put(sending, part, bytes.slice(from, from + part_size));
      if (!arrived) ended = true;
    }
  };
  const stopping = (error: unknown) => {
    ended = true;
    throw error;
  };
  const lanes = Array.from({ length: PARTS_AT_ONCE }, () => lane().catch(stopping));
  // None is left behind at work, whichever of them fails.
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return !ended;
}

/** False when the address no longer works. */
async function put(
  { put: send, onSent, ...patience }: Sending,
  { url, headers }: { readonly url: string; readonly headers?: Readonly<Record<string, string>> },
  bytes: Bytes,
): Promise<boolean> {
  // A browser reads a file while it sends it, and holds none of it.
  const isSentAsRead = bytes instanceof Blob && !hasDigest();
  const body = isSentAsRead ? bytes : await held(bytes);
  const digest = body instanceof Uint8Array ? digestHeaders(body) : {};
  let left = 0;
  const tell = (sent: number) => {
    if (sent !== left) onSent(sent - left);
    left = sent;
  };
  const request = {
    url,
    body,
    headers: { ...headers, ...digest },
    signal: patience.signal,
    onLeft: (sent: number) => tell(Math.min(sent, bytes.size)),
  };
  const arrived = await patiently<boolean>(patience, async () => {
    tell(0);
    const response = await send(request).catch(async (error: unknown) => {
      // Nor can it send one that was changed.
      if (isSentAsRead) await held(bytes.slice(0, 1));
      throw error;
    });
    const said = await response.text();
    // 412: an earlier try has arrived after all.
    if (response.ok || response.status === 412) return { data: true, response: OK };
    if (DISTURBED.test(said)) throw new Error('the bytes did not arrive as they were sent');
    // An address that expired, one whose session ended, a transfer that ended.
    if (response.status === 403 || response.status === 404 || said.includes('ExpiredToken'))
      return { data: false, response: OK };
    return { error: storageError(response, said), response };
  });
  tell(arrived ? bytes.size : 0);
  return arrived;
}

const OK = new Response();

/** The bytes at the moment they are sent: a file may have been changed or taken away since. */
async function held(bytes: Bytes): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await bytes.arrayBuffer());
  } catch (cause) {
    throw new VideoReaderError(
      'invalid_request',
      'The file changed while it was sent. Send it again.',
      { reason: 'file_changed' },
      { cause },
    );
  }
}

const storageError = ({ status }: Response, said: string) => ({
  error: {
    type: status === 429 ? 'rate_limited' : status >= 500 ? 'processing_failed' : 'invalid_request',
    message: `The storage answered ${status}. ${said.slice(0, 300)}`,
  },
});
