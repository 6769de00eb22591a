import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Digest, NewDigest } from '../../app/ports/digest.ts';
import { BLOCK_BYTES, encodeBlockTable } from '../../domain/sources/block-table.ts';

export const sha256: Digest = (text) => createHash('sha256').update(text).digest('hex');

/**
 * SHA-256 of what arrives, and the CRC-32 of each of its blocks. Begun from what an earlier run
 * kept, it goes on with the blocks and has no SHA-256.
 */
export const newSourceDigest: NewDigest = (from) => {
  const hash = from ? undefined : createHash('sha256');
  const crcs: number[] = [...(from?.crcs ?? [])];
  let size = from?.size ?? 0;
  /** Of the block that is not full. */
  let crc = from?.crc ?? 0;
  let made: string | undefined;
  const whole = () => {
    made ??= hash?.digest('hex');
    return made;
  };
  return {
    update(bytes) {
      hash?.update(bytes);
      for (let from = 0; from < bytes.length; ) {
        const part = bytes.subarray(from, from + BLOCK_BYTES - (size % BLOCK_BYTES));
        crc = crc32(part, crc);
        size += part.length;
        from += part.length;
        if (size % BLOCK_BYTES > 0) continue;
        crcs.push(crc);
        crc = 0;
      }
    },
    hex() {
      const hex = whole();
      if (hex === undefined) throw new Error('not all of the bytes passed here');
      return hex;
    },
    soFar: () => ({ size, crcs: [...crcs], crc }),
    table() {
      const all = size % BLOCK_BYTES > 0 ? [...crcs, crc] : crcs;
      return encodeBlockTable({ size, sha256: whole(), crcs: Uint32Array.from(all) }, crc32);
    },
  };
};
