import { z } from 'zod';
import { CreditsQuery, CreditsResult } from '../../../layers/domain/accounts/credits-result.ts';
import { route } from '../../../layers/http/route.ts';

export const creditsRoute = route({
  name: 'credits',
  method: 'GET',
  path: '/v1/credits',
  summary: 'Balances, plan and ledger',
  scope: 'account:read',
  query: CreditsQuery,
  replies: { 200: CreditsResult },
  errors: ['invalid_request'],
});

export const Env = z.object({ RECORDS_TABLE: z.string().min(1), LEDGER_TABLE: z.string().min(1) });
export type Env = z.infer<typeof Env>;
