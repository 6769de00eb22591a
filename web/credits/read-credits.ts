import { bodyOf } from '../api/client.ts';
import type { CreditsResult } from '../api/types.ts';
import { api } from '../app/api.ts';

/** Entries of the ledger that are asked for at once. */
export const PAGE = 200;

/** @param before `at` of an entry: only older ones are read */
export const readCredits = (before?: string): Promise<CreditsResult> =>
  bodyOf(
    api.GET('/v1/credits', {
      params: { query: { limit: PAGE, ...(before !== undefined && { before }) } },
    }),
  );
