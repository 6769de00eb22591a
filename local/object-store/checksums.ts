import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Crc64Nvme } from './crc64-nvme.ts';

/** How the names of the headers begin that carry a checksum in base64. */
export const CHECKSUM_HEADER = 'x-amz-checksum-';

/**
 * A checksum as a header carries it; the value of an object in parts ends with `-` and their
 * number.
 */
export type Checksum = readonly [header: string, value: string];

interface Running {
  update(data: Uint8Array): void;
  digest(): Buffer;
}

const crc32Bytes = (value: number): Buffer => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(value >>> 0);
  return out;
};

function runningCrc32(): Running {
  let value = 0;
  return {
    update: (data) => {
      value = crc32(data, value);
    },
    digest: () => crc32Bytes(value),
  };
}

/** What an object that came without a checksum has, where S3 makes it a CRC-64. */
export const crc32Checksum = (value: number): Checksum => [
  `${CHECKSUM_HEADER}crc32`,
  crc32Bytes(value).toString('base64'),
];

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
export const crc32Of = crc32;
export type { Running };

/**
 * The checksum of an object from those of its parts, as S3 forms it for all algorithms but CRC-64:
 * the checksum of their checksums.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export function compositeChecksum(algorithm: string, ofParts: readonly string[]): Checksum {
  const running = CHECKSUMS[algorithm]?.();
  for (const value of ofParts) running?.update(Buffer.from(value, 'base64'));
  const value = running?.digest().toString('base64') ?? '';
  return [`${CHECKSUM_HEADER}${algorithm}`, `${value}-${ofParts.length}`];
}
