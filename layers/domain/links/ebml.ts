// Elements of Matroska and WebM, as far as streams need them: RFC 8794, RFC 9559.

export const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
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

/**
 * The element at a place; one whose size is not told ends with the bytes.
 * @returns undefined where its id and size are not all there
 */
export function elementAt(bytes: Uint8Array, start: number): Element | undefined {
  const idBytes = lengthAt(bytes, start);
  if (idBytes === undefined) return undefined;
  const sizeBytes = lengthAt(bytes, start + idBytes);
  if (sizeBytes === undefined) return undefined;
  const data = start + idBytes + sizeBytes;
  if (data > bytes.length || idBytes > 4) return undefined;
  const id = uintAt(bytes, start, start + idBytes);
  const told = numberAt(bytes, start + idBytes, sizeBytes);
  return { id, start, data, end: told === undefined ? bytes.length : data + told };
}

/** The elements one after the other that lie whole between two places. */
export function* elementsIn(bytes: Uint8Array, from: number, to: number): Generator<Element> {
  for (let at = from; at < to; ) {
    const element = elementAt(bytes, at);
    if (!element || element.end > to) return;
    yield element;
    at = element.end;
  }
}

export const uintOf = (bytes: Uint8Array, { data, end }: Element): number =>
  uintAt(bytes, data, end);

function uintAt(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return value;
}

/** A number of variable length, as tracks are told in blocks. */
export function variableAt(
  bytes: Uint8Array,
  at: number,
): { value: number; end: number } | undefined {
  const length = lengthAt(bytes, at);
  if (length === undefined) return undefined;
  return { value: numberAt(bytes, at, length) ?? 0, end: at + length };
}

function lengthAt(bytes: Uint8Array, at: number): number | undefined {
  const first = bytes[at];
  return first === undefined || first === 0 ? undefined : Math.clz32(first) - 23;
}

/** Undefined where all bits say that it is not known. */
function numberAt(bytes: Uint8Array, at: number, length: number): number | undefined {
  let value = (bytes[at] ?? 0) & (0xff >> length);
  let isKnown = value !== 0xff >> length;
  for (let n = 1; n < length; n += 1) {
    const byte = bytes[at + n] ?? 0;
    isKnown ||= byte !== 0xff;
    value = value * 256 + byte;
  }
  return isKnown ? value : undefined;
}
