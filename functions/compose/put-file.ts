import type { SignedPut } from '../../layers/app/ports/uploads/direct-store.ts';

/** Puts bytes where an address was signed for them. */
export async function putFile(
  { url, headers }: SignedPut,
  body: Blob,
  signal: AbortSignal,
): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'PUT', headers, body, signal });
  if (!ok) throw new Error(`the store answered ${status} to what was made`);
}
