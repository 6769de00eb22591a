import { randomBytes } from 'node:crypto';

/** 256 unpredictable bits, as text that may stand in a cookie or an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
