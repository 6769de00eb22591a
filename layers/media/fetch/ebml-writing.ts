// Elements of Matroska as they are written: RFC 8794, RFC 9559.

const SIZE_BYTES = 8;
/** Sizes below it are told in one byte. */
const MOST_SHORT = 127;

/** An element of EBML (RFC 8794): its id, the size of its parts, the parts. */
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

/** An id with its length marker, in as few bytes as it has. */
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
