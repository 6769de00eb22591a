import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { FreshAddresses } from '../../layers/domain/uploads/upload.ts';
import { readPart } from '../../local/read-part.ts';
import { type Patience, patiently, reach, Unreachable } from './patience.ts';

const PARTS_AT_ONCE = 4;

/** What S3 names a body that did not arrive as it was sent. */
const DISTURBED = /<Code>(BadDigest|IncompleteBody|RequestTimeout)<\/Code>/;

export interface Sending extends Patience {
  readonly file: FileHandle;
  readonly size: number;
  /** Told of the bytes of each request that arrived. */
  readonly onSent: (bytes: number) => void;
}

/** Sends what the addresses are for; false when one of them no longer works. */
export async function sendTo(sending: Sending, addresses: FreshAddresses): Promise<boolean> {
  const { file, size, onSent } = sending;
  if ('put' in addresses) {
    const { url, headers } = addresses.put;
    const arrived = await put(sending, url, await readPart(file, 0, size), headers);
    if (arrived) onSent(size);
    return arrived;
  }
  const { part_size, parts } = addresses.multipart;
  const left = [...parts];
  let ended = false;
  const lane = async (): Promise<void> => {
    for (let part = left.shift(); part && !ended; part = left.shift()) {
      const from = (part.part_number - 1) * part_size;
      const bytes = Math.min(part_size, size - from);
      const arrived = await put(sending, part.url, await readPart(file, from, bytes), {});
      if (arrived) onSent(bytes);
      else ended = true;
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

/** False when the address no longer works. The storage refuses bytes that changed on their way. */
async function put(
  patience: Patience,
  url: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  const md5 = createHash('md5').update(body).digest('base64');
  return patiently(patience, async () => {
    const init = { method: 'PUT', body, headers: { ...headers, 'content-md5': md5 } };
    const response = await reach(url, init);
    const said = await response.text().catch(() => '');
    // 412: an earlier try has arrived after all.
    if (response.ok || response.status === 412) return true;
    if (DISTURBED.test(said)) throw new Unreachable('The bytes did not arrive as they were sent.');
    // An address that expired, one whose session ended, a transfer that ended.
    if (response.status === 403 || response.status === 404 || said.includes('ExpiredToken'))
      return false;
    throw new Error(`The storage answered ${response.status}. ${said.slice(0, 300)}`);
  });
}
