import type { Principal } from '../../layers/domain/accounts/credential.ts';
import type { testService } from './service.ts';

/** Credits that a credential can spend. */
export async function balance(
  { getCredits }: Pick<ReturnType<typeof testService>, 'getCredits'>,
  principal: Principal,
): Promise<number> {
  const { credits_balance, topup_balance, tool_balance } = await getCredits(principal, 0);
  const spendable = principal.wallet === 'topup' ? topup_balance : credits_balance + tool_balance;
  return Math.round(spendable * 100) / 100;
}
