import { CreditsQuery, CreditsResult } from '../../../domain/accounts/credits-result.ts';
import { tool } from '../tool.ts';

export const creditsTool = tool({
  name: 'credits',
  title: 'See what is left',
  description:
    'Plan, balances and the newest charges. `wallet` says which balance this connection spends.',
  scope: 'account:read',
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: CreditsQuery,
  output: CreditsResult,
  call: async ({ who, calls }, { limit, before }) => ({
    structured: await calls.getCredits(who, limit, before),
  }),
});
