import { type Call, header } from './call.ts';
import { CHECKSUM_HEADER, CHECKSUMS, type Checksum } from './checksums.ts';
import { notImplemented, S3Error } from './s3-error.ts';
import { element, textOf, type Xml } from './xml.ts';

/**
 * The checksum that each part of a transfer will come with, as it was said at its start.
 * @throws S3Error NotImplemented for the CRC-64 and for checksums of the object as a whole
 */
export function partAlgorithm(call: Call): string | undefined {
  const named = header(call, 'x-amz-checksum-algorithm')?.toLowerCase();
  if (named === undefined) return undefined;
  const type = header(call, 'x-amz-checksum-type') ?? 'COMPOSITE';
  // The CRC-64 of an object in parts is always one of all of its bytes.
  if (Object.hasOwn(CHECKSUMS, named) && named !== 'crc64nvme' && type === 'COMPOSITE')
    return named;
  throw notImplemented(`${named} ${type} of an object in parts`);
}

/** Whether a part came with the checksum that was said. */
export const isOf = (algorithm: string | undefined, checksum: Checksum | undefined): boolean =>
  algorithm === undefined || checksum?.[0] === `${CHECKSUM_HEADER}${algorithm}`;

export const otherChecksum = (
  algorithm: string | undefined,
  checksum: Checksum | undefined,
): S3Error =>
  new S3Error(
    400,
    'InvalidRequest',
    `Checksum Type mismatch occurred, expected checksum Type: ${algorithm}, actual checksum Type: ${checksum?.[0].slice(CHECKSUM_HEADER.length) ?? 'null'}`,
  );

const elementName = (header: string): string =>
  `Checksum${header.slice(CHECKSUM_HEADER.length).toUpperCase()}`;

/** A checksum as an answer in XML tells it. */
export const checksumElement = (checksum: Checksum | undefined): Xml =>
  element(checksum ? elementName(checksum[0]) : 'Checksum', checksum?.[1]);

/** The checksum that a completion names for a part. */
export const namedChecksum = (part: string): string | undefined =>
  Object.keys(CHECKSUMS)
    .map((name) => textOf(part, elementName(`${CHECKSUM_HEADER}${name}`)))
    .find((value) => value !== undefined);
