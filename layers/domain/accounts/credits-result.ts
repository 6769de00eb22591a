import { z } from 'zod';
import { id } from '../ids.ts';
import { countField } from '../query-number.ts';
import { Tier } from './plans.ts';

const dateTime = z.iso.datetime();
const credits = z.number();

/** Bought API credit, the plan's grant, and credit bought for the dashboard and the connector. */
export const Wallet = z.enum(['topup', 'plan', 'tool']);
export type Wallet = z.infer<typeof Wallet>;

export const LedgerEntry = z
  .strictObject({
    delta: credits.describe('Negative for a charge.'),
    reason: z
      .string()
      .describe('Such as frames:standard, frames:standard:cached, transcript, refund, topup.'),
    wallet: Wallet,
    job_id: id('job').nullable(),
    balance_after: credits.min(0).describe('Of this wallet.'),
    at: dateTime.describe('In the order in which they were made, also within a millisecond.'),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const CreditsResult = z
  .strictObject({
    org_id: id('org'),
    tier: Tier.describe('Name of the plan.'),
    credits_balance: credits.min(0).describe("What is left of the plan's monthly grant."),
    credits_renew_at: dateTime.nullable().describe('When the grant starts over.'),
    topup_balance: credits.min(0).describe('Bought API credit; it does not run out with time.'),
    tool_balance: credits
      .min(0)
      .describe('Bought for the dashboard and the connector; out of reach of an API key.'),
    wallet: z.enum(['plan', 'topup']).describe('What this credential spends.'),
    plan: z.strictObject({
      monthly_credits: credits.min(0),
      concurrency: z.int().min(1).describe('Jobs at once.'),
      retention_days: z.int().min(1),
      max_video_minutes: z.int().min(1).describe('Longest window of one call.'),
      allows_motion: z.boolean(),
    }),
    ledger: z.array(LedgerEntry).describe('Newest first.'),
  })
  .meta({ id: 'CreditsResult' });
export type CreditsResult = z.infer<typeof CreditsResult>;

export const CreditsQuery = z.strictObject({
  limit: countField(0, 200, 20).describe('Entries of the ledger to return.'),
  before: dateTime
    .optional()
    .describe(
      '`at` of an entry: only older ones are returned, so that the whole ledger can be read.',
    ),
});
export type CreditsQuery = z.infer<typeof CreditsQuery>;
