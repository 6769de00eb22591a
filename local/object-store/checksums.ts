import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Crc64Nvme } from './crc64-nvme.ts';

interface Running {
  update(data: Uint8Array): void;
  digest(): Buffer;
}

function runningCrc32(): Running {
  let value = 0;
  return {
    update: (data) => {
      value = crc32(data, value);
    },
    digest: () => {
      const out = Buffer.alloc(4);
      out.writeUInt32BE(value >>> 0);
      return out;
    },
  };
}

function runningHash(algorithm: string): Running {
  const hash = createHash(algorithm);
  return { update: (data) => void hash.update(data), digest: () => hash.digest() };
}

export function sha256(): Running {
  return runningHash('sha256');
}

/** The checksums that can be verified here, by the end of their header names. */
export const CHECKSUMS: Readonly<Record<string, () => Running>> = {
  crc32: runningCrc32,
  crc64nvme: () => new Crc64Nvme(),
  sha1: () => runningHash('sha1'),
  sha256,
};

export const md5 = (): Running => runningHash('md5');
export type { Running };
