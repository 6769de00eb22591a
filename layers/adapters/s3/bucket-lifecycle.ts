import { ERASURE_RECORDS } from '../../domain/videos/erasure-records.ts';
import { MASTERS } from '../../domain/videos/working-copy.ts';

/**
 * What the bucket deletes by itself, so many days after it came: in the cloud and on one machine
 * the same.
 */
export const BUCKET_EXPIRY = [MASTERS, ERASURE_RECORDS] as const;

/**
 * Days after which it ends a transfer in parts. `tidy` ends uploads after seven at the latest: this
 * is for one that no row names, and for a fetch that was given up.
 */
export const TRANSFER_DAYS = 8;
