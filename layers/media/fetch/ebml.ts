// Elements of Matroska, as far as a copy of a stream needs them: RFC 8794, RFC 9559.

export const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  void: 0xec,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  referenceBlock: 0xfb,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
} as const;

export interface Element {
  readonly id: number;
  /** Where it begins, and where what it holds begins and ends. */
  readonly start: number;
  readonly data: number;
  readonly end: number;
}

/** Bytes in which an id and a size are told at most. */
export const MOST_HEAD_BYTES = 12;
const SIZE_BYTES = 8;
/** Sizes below it are told in one byte. */
const MOST_SHORT = 127;

/**
 * The element at a place; one whose size is not told ends with the bytes.
 * @returns undefined where its id and size are not all there
 */
export function elementAt(bytes: Buffer, start: number): Element | undefined {
  const idBytes = lengthAt(bytes, start);
  if (idBytes === undefined) return undefined;
  const sizeBytes = lengthAt(bytes, start + idBytes);
  if (sizeBytes === undefined) return undefined;
  const data = start + idBytes + sizeBytes;
  if (data > bytes.length || idBytes > 4) return undefined;
  const id = bytes.readUIntBE(start, idBytes);
  const told = numberAt(bytes, start + idBytes, sizeBytes);
  return { id, start, data, end: told === undefined ? bytes.length : data + told };
}

/** The elements one after the other that lie whole between two places. */
export function* elementsIn(bytes: Buffer, from: number, to: number): Generator<Element> {
  for (let at = from; at < to; ) {
    const element = elementAt(bytes, at);
    if (!element || element.end > to) return;
    yield element;
    at = element.end;
  }
}

export const uintOf = (bytes: Buffer, { data, end }: Element): number => {
  let value = 0;
  for (let at = data; at < end; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return value;
};

/** A number of variable length, as tracks are told in blocks. */
export function variableAt(bytes: Buffer, at: number): { value: number; end: number } | undefined {
  const length = lengthAt(bytes, at);
  if (length === undefined) return undefined;
  return { value: numberAt(bytes, at, length) ?? 0, end: at + length };
}

function lengthAt(bytes: Buffer, at: number): number | undefined {
  const first = bytes[at];
  return first === undefined || first === 0 ? undefined : Math.clz32(first) - 23;
}

/** Undefined where all bits say that it is not known. */
function numberAt(bytes: Buffer, at: number, length: number): number | undefined {
  let value = (bytes[at] ?? 0) & (0xff >> length);
  let isKnown = value !== 0xff >> length;
  for (let n = 1; n < length; n += 1) {
    const byte = bytes[at + n] ?? 0;
    isKnown ||= byte !== 0xff;
    value = value * 256 + byte;
  }
  return isKnown ? value : undefined;
}

export function element(id: number, ...parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const isShort = size < MOST_SHORT;
  const head = isShort ? [idBytes(id), Buffer.of(0x80 | size)] : [headOf(id, size)];
  return Buffer.concat([...head, ...parts]);
}

/** What stands before what an element holds; its size takes eight bytes, whatever it is. */
export function headOf(id: number, size: number): Buffer {
  const head = Buffer.alloc(SIZE_BYTES);
  head.writeBigUInt64BE((1n << 56n) | BigInt(size));
  return Buffer.concat([idBytes(id), head]);
}

export function idBytes(id: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(id);
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0));
}

/** An element of a number, in eight bytes. */
export function uintElement(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
}
