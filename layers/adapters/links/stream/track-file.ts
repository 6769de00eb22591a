import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { boxAt } from './sidx.ts';

const HEADER_BYTES = 16;
const LEAST_HEADER_BYTES = 8;
const MAX_BOXES = 10_000;
/** Boxes of ISO files that may stand first in a piece. */
const ISO = /^(ftyp|styp|moov|moof|sidx|emsg|prft|free|skip|mdat|uuid)$/;

/** Boxes of which alone nothing can be read. */
const BEFORE_MEDIA = /^(styp|sidx|emsg|prft|free|skip)$/;

/** Zeros that are put where a segment's media breaks off; more is no segment of a stream. */
const MOST_FILLED_BYTES = 64_000_000;

/** Adds a file to the end of another. */
export const append = (path: string, to: string): Promise<void> =>
  pipeline(createReadStream(path), createWriteStream(to, { flags: 'a' }));

/**
 * Makes a piece ready to stand among others: what tells where pieces lie in their own file is not
 * true any more there, and a segment that breaks off must not take the pieces behind it for its own.
 * Zeros stand for the media that it lacks; a fragment without any goes, and where nothing else is
 * there the piece is empty.
 * @param goesOn whether the next piece goes on in the same file, maybe within a box of this one
 * @returns false for what is no container that pieces can be laid one after the other in
 */
export async function ready(path: string, goesOn = false): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    if (size === 0) return true;
    const first = await headAt(file, 0);
    // A transport stream, or WebM and its clusters.
    if (first[0] === 0x47 || /^(1a45dfa3|1f43b675)/.test(first.toString('hex'))) return true;
    if (!ISO.test(boxAt(first, 0)?.type ?? '')) return false;
    let at = 0;
    let end = size;
    /** Where a fragment begins whose media has not come yet. */
    let begun: number | undefined;
    let holds = false;
    for (let boxes = 0; at < size && boxes < MAX_BOXES; boxes += 1) {
      const box = boxAt(await headAt(file, at), 0);
      if (!box) break;
      if (box.type === 'sidx' || box.type === 'mfra') await file.write('free', at + 4, 'latin1');
      if (box.type === 'moof') begun = at;
      else if (!BEFORE_MEDIA.test(box.type)) holds = true;
      at += box.end;
      if (box.type !== 'mdat' || begun === undefined) continue;
      begun = undefined;
      end = Math.max(size, at);
    }
    const isRead = size - at < LEAST_HEADER_BYTES;
    if (goesOn || !isRead) return true;
    if (end - size > MOST_FILLED_BYTES) return false;
    await file.truncate(holds ? (begun ?? Math.min(at, end)) : 0);
    return true;
  } finally {
    await file.close();
  }
}

async function headAt(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, at);
  return buffer.subarray(0, bytesRead);
}
