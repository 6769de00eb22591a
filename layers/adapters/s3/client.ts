import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { steadyRetries } from '../aws/steady-retries.ts';

/** Milliseconds to open a connection, and for which one may carry nothing either way. */
const CONNECT_MS = 2_000;
const SILENCE_MS = 10_000;
/** Longest until an answer begins: 8 MB have gone out by then at 1.2 Mbit/s. */
const ANSWER_MS = 60_000;
/**
 * Tries of one request. With the waits between them they outlast a restart of the far side by
 * seconds.
 */
const TRIES = 9;

/**
 * Addressed path-style; without checksums but where S3 demands one or a command names one, because
 * an address that is signed with one takes no other bytes than those it was signed for: none.
 */
export const objectClient = (
  config: Pick<S3ClientConfig, 'credentials' | 'endpoint'> = {},
): S3Client =>
  new S3Client({
    ...config,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryStrategy: steadyRetries(TRIES),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });
