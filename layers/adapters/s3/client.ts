import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/**
 * Addressed path-style; without checksums but where S3 demands one or a command names one, because an address that is
 * signed with one takes no other bytes than those it was signed for: none.
 */
export const objectClient = (config: Pick<S3ClientConfig, 'credentials'> = {}): S3Client =>
  new S3Client({
    ...config,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
