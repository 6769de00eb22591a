import type { FileHandle } from 'node:fs/promises';

/**
 * The bytes of a file from an offset on. Not by `openAsBlob`: of a file of more than 4 GiB it takes
 * the size modulo 2^32.
 * @throws Error when the file ends before
 */
export async function readPart(
  file: FileHandle,
  from: number,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(bytes);
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(part, at, bytes - at, from + at);
    if (bytesRead === 0) throw new Error('The file became shorter while it was sent.');
    at += bytesRead;
  }
  return part;
}
