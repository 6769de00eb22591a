import { S3Client } from '@aws-sdk/client-s3';

/** Addressed path-style; checksums only where S3 demands them, so that links carry none. */
export const objectClient = (): S3Client =>
  new S3Client({
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
