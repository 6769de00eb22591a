import { z } from 'zod';
import type { Tier } from './plans.ts';

export const Scope = z.enum(['video:read', 'account:read']);
export type Scope = z.infer<typeof Scope>;

/** Who calls, and what the credential may do. */
export interface Principal {
  readonly orgId: string;
  readonly tier: Tier;
  readonly scopes: readonly Scope[];
  /** The pot this credential spends: an API key bought credit, a token the plan's grant. */
  readonly wallet: 'topup' | 'plan';
}
