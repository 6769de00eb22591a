import { z } from 'zod';

export type IdPrefix =
  | 'org'
  | 'usr'
  | 'key'
  | 'con'
  | 'vid'
  | 'upl'
  | 'job'
  | 'bat'
  | 'run'
  | 'ses'
  | 'pay';

/** `<prefix>_` and a ULID: 26 Crockford base32 characters, sortable by time of making but for people's. */
export const id = <P extends IdPrefix>(prefix: P) =>
  z.templateLiteral([`${prefix}_`, z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)]);
