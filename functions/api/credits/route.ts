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
