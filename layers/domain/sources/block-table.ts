/** A source is verified in blocks of this many bytes; the last one is as long as it is. */
export const BLOCK_BYTES = 256 * 1024;

/** The digests of a source, made of its bytes as they came. */
export interface BlockTable {
  /** Of the source, in bytes. */
  readonly size: number;
  /** Of the whole source, in hex; undefined where its bytes came through several hands. */
  readonly sha256: string | undefined;
  /** CRC-32 of each block. */
  readonly crcs: Uint32Array;
}

/** CRC-32 of bytes. */
export type Crc32 = (bytes: Uint8Array) => number;

/** `VRBT`, and the first form of it. */
const MAGIC = 0x56_52_42_01;
/** After magic, bytes of a block and size. */
const SHA256_AT = 4 + 4 + 8;
const SHA256_BYTES = 32;
/** Stands in a table where nobody knows that digest. */
const NO_SHA256 = '0'.repeat(2 * SHA256_BYTES);
const HEAD_BYTES = SHA256_AT + SHA256_BYTES;
const CRC_BYTES = 4;

const blocksOf = (size: number): number => Math.ceil(size / BLOCK_BYTES);

/** Bytes of the table of a source of `size` bytes. */
export const tableBytes = (size: number): number =>
  HEAD_BYTES + CRC_BYTES * blocksOf(size) + CRC_BYTES;

/** Beside its source, under a name by which no object is taken for an upload or a working copy. */
export const blockTableKey = (sourceKey: string): string =>
  sourceKey.replace(/([^/]*)$/, 'blocks-$1');

/** Big-endian, with a CRC-32 of its own at the end. */
export function encodeBlockTable({ size, sha256, crcs }: BlockTable, crc32: Crc32): Uint8Array {
  const bytes = new Uint8Array(tableBytes(size));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC);
  view.setUint32(4, BLOCK_BYTES);
  view.setBigUint64(8, BigInt(size));
  for (let at = 0; at < SHA256_BYTES; at += 1) {
    bytes[SHA256_AT + at] = Number.parseInt((sha256 ?? NO_SHA256).slice(2 * at, 2 * at + 2), 16);
  }
  for (const [n, crc] of crcs.entries()) view.setUint32(HEAD_BYTES + CRC_BYTES * n, crc);
  const end = bytes.length - CRC_BYTES;
  view.setUint32(end, crc32(bytes.subarray(0, end)));
  return bytes;
}

/** Undefined for what is no table of a source of that size, and for one that is damaged. */
export function parseBlockTable(
  bytes: Uint8Array,
  size: number,
  crc32: Crc32,
): BlockTable | undefined {
  if (bytes.length !== tableBytes(size)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = bytes.length - CRC_BYTES;
  const isWhole =
    view.getUint32(0) === MAGIC &&
    view.getUint32(4) === BLOCK_BYTES &&
    view.getBigUint64(8) === BigInt(size) &&
    view.getUint32(end) === crc32(bytes.subarray(0, end));
  if (!isWhole) return undefined;
  const sha256 = Array.from(bytes.subarray(SHA256_AT, HEAD_BYTES), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const crcs = Uint32Array.from({ length: blocksOf(size) }, (_, n) =>
    view.getUint32(HEAD_BYTES + CRC_BYTES * n),
  );
  return { size, sha256: sha256 === NO_SHA256 ? undefined : sha256, crcs };
}
