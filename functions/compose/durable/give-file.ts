import type { z } from 'zod';
import type { Given } from '../../../layers/app/decoding/given-file.ts';
import type { SignedPut } from '../../../layers/app/ports/uploads/direct-store.ts';
import { putBlob } from './put-file.ts';

/** Lambda's answers have 6 MB at most; this is Base64, which takes a third more. */
const MOST_ANSWERED_BYTES = 4 * 1024 ** 2;

/** Answers with a file, or puts it where the order says. */
export async function giveFile(
  file: Blob,
  put: SignedPut,
  signal: AbortSignal,
): Promise<z.infer<typeof Given>> {
  if (file.size <= MOST_ANSWERED_BYTES) {
    return { file: Buffer.from(await file.arrayBuffer()).toString('base64') };
  }
  await putBlob(put, file, signal);
  return { file: null };
}
