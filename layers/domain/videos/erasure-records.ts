/**
 * Objects that hold the digests of erased ids, and how long they are kept: backups of the tables
 * reach 35 days back, and a restore takes days.
 */
export const ERASURE_RECORDS = { prefix: 'erasures/', days: 45 } as const;
