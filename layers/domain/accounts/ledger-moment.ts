import type { LedgerRow } from './account.ts';

const MOMENT = /^(.*?)(?:\.(\d{1,9})\d*)?Z$/;
/** Digits of a second that are told. */
const DIGITS = 9;
/** Of them those below the millisecond; they number the entries of one. */
export const ORDER = 10 ** (DIGITS - 3);

/** RFC 3339 with every digit, so that times compare as texts. */
function inFull(at: string): string {
  const [, seconds = at, fraction = ''] = MOMENT.exec(at) ?? [];
  return `${seconds}.${fraction.padEnd(DIGITS, '0')}Z`;
}

/**
 * The time of an entry as it is told, to the nanosecond. Movements of one millisecond differ below
 * it, in the order in which they were made: the time of an entry is where the ledger is left off.
 */
export function momentOf({ at, seq }: Pick<LedgerRow, 'at' | 'seq'>): string {
  const order = String(seq % ORDER).padStart(DIGITS - 3, '0');
  return inFull(at).replace(/\d{6}Z$/, `${order}Z`);
}

/** @param moment RFC 3339, in UTC */
export const isMomentOf = (row: Pick<LedgerRow, 'at' | 'seq'>, moment: string): boolean =>
  momentOf(row) === inFull(moment);

/** The least number that the entry of a moment can have; the others are `ORDER` apart. */
export const firstSeqAt = (moment: string): number =>
  Number(inFull(moment).slice(-(DIGITS - 3) - 1, -1)) || ORDER;

/** @param before RFC 3339, in UTC */
export const isBefore = (row: Pick<LedgerRow, 'at' | 'seq'>, before: string): boolean =>
  momentOf(row) < inFull(before);
