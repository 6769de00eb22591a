/** A stretch of a file that an index names. */
export interface Reference {
  readonly start: number;
  readonly end: number;
  readonly range: readonly [first: number, last: number];
}

/** Where a box begins and ends in a buffer; `end` may lie past it. */
export interface Box {
  readonly type: string;
  readonly at: number;
  /** Of its header. */
  readonly header: number;
  readonly end: number;
}

/** Reads the header of a box; undefined when there is none. ISO/IEC 14496-12, section 4.2. */
export function boxAt(bytes: Buffer, at: number): Box | undefined {
  if (at + 8 > bytes.length) return undefined;
  const type = bytes.toString('latin1', at + 4, at + 8);
  if (!/^[\w ]{4}$/.test(type)) return undefined;
  let size = bytes.readUInt32BE(at);
  let header = 8;
  if (size === 1) {
    if (at + 16 > bytes.length) return undefined;
    size = Number(bytes.readBigUInt64BE(at + 8));
    header = 16;
  }
  return size < header ? undefined : { type, at, header, end: at + size };
}

/** What a segment index says; it is a box of its own. */
export interface SegmentIndex {
  /** Where it begins in the file. */
  readonly at: number;
  readonly references: readonly Reference[];
}

/**
 * Finds the segment index among the boxes of a part of a file; ISO/IEC 14496-12, section 8.16.3.
 * @param offset where the part begins in its file
 * @returns undefined when there is none, or it names further ones
 */
export function segmentIndex(bytes: Buffer, offset: number): SegmentIndex | undefined {
  let box = boxAt(bytes, 0);
  while (box && box.type !== 'sidx') box = boxAt(bytes, box.end);
  if (!box || box.end > bytes.length || box.end - box.at < box.header + 24) return undefined;
  const body = box.at + box.header;
  const wide = bytes[body] === 1;
  const scale = bytes.readUInt32BE(body + 8);
  const times = body + 12;
  const counts = times + (wide ? 16 : 8);
  if (scale === 0 || counts + 4 > box.end) return undefined;
  const number = (at: number) =>
    wide ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
  let tick = number(times);
  let first = offset + box.end + number(times + (wide ? 8 : 4));
  const count = bytes.readUInt16BE(counts + 2);
  if (counts + 4 + count * 12 > box.end) return undefined;
  const references: Reference[] = [];
  for (let n = 0; n < count; n += 1) {
    const at = counts + 4 + n * 12;
    const size = bytes.readUInt32BE(at);
    const length = bytes.readUInt32BE(at + 4);
    // The first bit tells of an index instead of media.
    if (size >= 2 ** 31 || size === 0) return undefined;
    const start = tick / scale;
    tick += length;
    references.push({ start, end: tick / scale, range: [first, first + size - 1] });
    first += size;
  }
  return references.length > 0 ? { at: offset + box.at, references } : undefined;
}
