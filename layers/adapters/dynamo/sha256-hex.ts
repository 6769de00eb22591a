import { createHash } from 'node:crypto';

/** Callers' own strings are kept as digests: of one length, and not readable. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
