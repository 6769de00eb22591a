import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FreshAddresses, UploadResult } from '../../layers/domain/uploads/upload.ts';
import { partSizes } from '../../layers/domain/uploads/upload-parts.ts';
import { Refused, type UploadCalls } from './calls.ts';
import type { Begun, Memory } from './memory.ts';
import type { Patience } from './patience.ts';
import { sendTo } from './send-to.ts';

export interface SendOptions extends Patience {
  readonly calls: UploadCalls;
  readonly memory: Memory;
  readonly onProgress: (sent: number, of: number) => void;
}

/**
 * Sends a file straight into storage and has it made a video. An upload of the same file that was
 * begun before goes on: the storage is asked what is missing, and fresh addresses are asked for
 * where the last ones expired.
 * @throws Refused by the service; Unreachable; Error in words for a person
 */
export async function sendFile(name: string, options: SendOptions): Promise<UploadResult> {
  const { calls, memory, onProgress } = options;
  await using file = await open(name);
  const { size, mtimeMs: changed } = await file.stat();
  if (size === 0) throw new Error('The file is empty.');
  const { begun, addresses: first } = await beginOrGoOn(name, { size, changed }, options);
  let addresses = first;
  for (let [before, again] = [-1, 0]; addresses; ) {
    const missing = missingBytes(addresses, size);
    again = missing === before ? again + 1 : 0;
    if (again > 1) throw new Error('The storage refuses addresses that were just given.');
    before = missing;
    let sent = size - missing;
    onProgress(sent, size);
    const onSent = (bytes: number) => {
      sent += bytes;
      onProgress(sent, size);
    };
    const arrived = await sendTo({ ...options, file, size, onSent }, addresses);
    addresses = arrived ? undefined : await calls.missing(begun.upload_id);
  }
  await mustBeUnchanged(file, begun, memory);
  const result = await calls.complete(begun.complete_url);
  await memory.forget();
  return result;
}

async function beginOrGoOn(
  name: string,
  state: Pick<Begun, 'size' | 'changed'>,
  { calls, memory }: SendOptions,
): Promise<{ begun: Begun; addresses: FreshAddresses | undefined }> {
  const known = await memory.find(state);
  if (known) {
    try {
      return { begun: known, addresses: await calls.missing(known.upload_id) };
    } catch (error) {
      // It was given up meanwhile: begin another one.
      if (!(error instanceof Refused) || error.error.type !== 'video_not_found') throw error;
    }
  }
  const target = await calls.begin(basename(name).slice(-255), state.size);
  const { upload_id, complete_url } = target;
  const begun = { ...state, upload_id, complete_url };
  await memory.keep(begun);
  return { begun, addresses: target };
}

function missingBytes(addresses: FreshAddresses, size: number): number {
  if ('put' in addresses) return size;
  const { part_size, parts } = addresses.multipart;
  const sizes = partSizes(size, part_size);
  return parts.reduce((sum, { part_number }) => sum + (sizes[part_number - 1] ?? 0), 0);
}

async function mustBeUnchanged(file: FileHandle, begun: Begun, memory: Memory): Promise<void> {
  const { size, mtimeMs } = await file.stat();
  if (size === begun.size && mtimeMs === begun.changed) return;
  await memory.forget();
  throw new Error('The file changed while it was sent. Run the same command again.');
}
