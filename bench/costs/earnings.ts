import { PLANS, type Tier } from '../../layers/domain/accounts/plans.ts';

/** Dollars that a plan earns for a credit, if all of its credits are used. */
export const dollarsPerCredit = (tier: Tier): number =>
  PLANS[tier].price_usd / PLANS[tier].monthly_credits;

/** Plans with a list price; the dearest credit first. */
export const PAID: readonly Tier[] = (Object.keys(PLANS) as Tier[])
  .filter((tier) => PLANS[tier].price_usd > 0)
  .toSorted((a, b) => dollarsPerCredit(b) - dollarsPerCredit(a));

/** The plan whose credits are the cheapest: what pays there pays everywhere. */
export const CHEAPEST: Tier = PAID.at(-1) ?? 'studio';
