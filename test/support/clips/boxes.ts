const HEADER = 8;

/** A box of an mp4 with its header (ISO/IEC 14496-12, 4.2). */
export interface Box {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The boxes of an mp4 that lie in no other; none of them may be longer than 32 bits can tell. */
function boxesOf(mp4: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + HEADER <= mp4.length; ) {
    const length = mp4.readUInt32BE(at);
    if (length < HEADER) throw new Error(`a box at ${at} is ${length} bytes long`);
    const name = mp4.toString('latin1', at + HEADER / 2, at + HEADER);
    boxes.push({ name, bytes: mp4.subarray(at, at + length) });
    at += length;
  }
  return boxes;
}

/** A fragmented mp4 without some of its fragments, which are numbered from 0 on. */
export function withoutFragments(mp4: Buffer, numbers: readonly number[]): Buffer {
  let fragment = -1;
  const kept = boxesOf(mp4).filter(({ name }) => {
    if (name === 'moof') fragment += 1;
    // The index at the end tells places that are others by now.
    return name !== 'mfra' && !numbers.includes(fragment);
  });
  return Buffer.concat(kept.map(({ bytes }) => bytes));
}
