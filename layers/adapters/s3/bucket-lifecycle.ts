import { ERASURE_RECORDS } from '../../domain/videos/erasure-records.ts';
import { MASTERS } from '../../domain/videos/working-copy.ts';

/**
 * What the bucket deletes by itself, so many days after it came: in the cloud and on one machine
 * the same.
 */
export const BUCKET_EXPIRY = [MASTERS, ERASURE_RECORDS] as const;
