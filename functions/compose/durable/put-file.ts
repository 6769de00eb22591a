import { stat } from 'node:fs/promises';
import { putRange } from '../../../layers/adapters/s3/put-range.ts';
import type { SignedPut } from '../../../layers/app/ports/uploads/direct-store.ts';

/** Puts a file of any size where an address was signed for it. */
export async function putFile(put: SignedPut, path: string, signal: AbortSignal): Promise<void> {
  const { size: bytes } = await stat(path);
  requireTaken(await putRange(put, { path, from: 0, bytes }, signal));
}

/** Puts what memory holds anyway where an address was signed for it. */
export async function putBlob(
  { url, headers }: SignedPut,
  body: Blob,
  signal: AbortSignal,
): Promise<void> {
  requireTaken((await fetch(url, { method: 'PUT', headers, body, signal })).status);
}

function requireTaken(status: number): void {
  if (status !== 200) throw new Error(`the store answered ${status} to what was made`);
}
