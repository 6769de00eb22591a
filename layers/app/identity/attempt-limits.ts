import type { Limit } from './limit.ts';

/** Codes and passkeys alike. */
export const TRIES_FROM_ADDRESS: Limit = {
  what: 'tries from one network',
  most: 100,
  perMinutes: 15,
};
