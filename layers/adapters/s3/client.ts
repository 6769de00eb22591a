import { S3Client } from '@aws-sdk/client-s3';

/**
 * Addressed path-style; without checksums but where S3 demands one or a command names one, because an address that is
 * signed with one takes no other bytes than those it was signed for: none.
 */
export const objectClient = (): S3Client =>
  new S3Client({
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
