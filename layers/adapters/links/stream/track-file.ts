import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { boxAt } from './sidx.ts';

const HEADER_BYTES = 16;
const MAX_BOXES = 10_000;
/** Boxes of ISO files that may stand first in a piece. */
const ISO = /^(ftyp|styp|moov|moof|sidx|emsg|prft|free|skip|mdat|uuid)$/;

/** Adds a file to the end of another. */
export const append = (path: string, to: string): Promise<void> =>
  pipeline(createReadStream(path), createWriteStream(to, { flags: 'a' }));

/**
 * Makes a piece ready to stand among others: what tells where pieces lie in their own file is not
 * true any more there.
 * @returns false for what is no container that pieces can be laid one after the other in
 */
export async function ready(path: string): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const head = async (at: number) => {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(HEADER_BYTES),
        0,
        HEADER_BYTES,
        at,
      );
      return buffer.subarray(0, bytesRead);
    };
    if (size === 0) return true;
    const first = await head(0);
    // A transport stream, or WebM and its clusters.
    if (first[0] === 0x47 || /^(1a45dfa3|1f43b675)/.test(first.toString('hex'))) return true;
    if (!ISO.test(boxAt(first, 0)?.type ?? '')) return false;
    for (let at = 0, boxes = 0; at < size && boxes < MAX_BOXES; boxes += 1) {
      const bytes = await head(at);
      const box = boxAt(bytes, 0);
      if (!box) break;
      if (box.type === 'sidx' || box.type === 'mfra') await file.write('free', at + 4, 'latin1');
      at += box.end;
    }
    return true;
  } finally {
    await file.close();
  }
}
