import { z } from 'zod';

const TIERS = ['free', 'creator', 'pro', 'studio', 'enterprise'] as const;
export const Tier = z.enum(TIERS);
export type Tier = z.infer<typeof Tier>;

export interface Plan {
  readonly price_usd: number;
  readonly monthly_credits: number;
  readonly allows_motion: boolean;
  /** Jobs queued or running at once. */
  readonly concurrency: number;
  readonly retention_days: number;
  /** Longest window of one call, in minutes. */
  readonly max_video_minutes: number;
  readonly max_upload_bytes: number;
  readonly requests_per_minute: number;
}

const MB = 1_000_000;
const GB = 1_000_000_000;

export const PLANS: Readonly<Record<Tier, Plan>> = {
  free: {
    price_usd: 0,
    monthly_credits: 60,
    allows_motion: false,
    concurrency: 2,
    retention_days: 7,
    max_video_minutes: 30,
    max_upload_bytes: 500 * MB,
    requests_per_minute: 60,
  },
  creator: {
    price_usd: 19,
    monthly_credits: 600,
    allows_motion: true,
    concurrency: 4,
    retention_days: 30,
    max_video_minutes: 120,
    max_upload_bytes: 2 * GB,
    requests_per_minute: 180,
  },
  pro: {
    price_usd: 39,
    monthly_credits: 2000,
    allows_motion: true,
    concurrency: 8,
    retention_days: 90,
    max_video_minutes: 240,
    max_upload_bytes: 5 * GB,
    requests_per_minute: 600,
  },
  studio: {
    price_usd: 109,
    monthly_credits: 7500,
    allows_motion: true,
    concurrency: 16,
    retention_days: 180,
    max_video_minutes: 480,
    max_upload_bytes: 20 * GB,
    requests_per_minute: 1800,
  },
  enterprise: {
    price_usd: 0,
    monthly_credits: 30_000,
    allows_motion: true,
    concurrency: 64,
    retention_days: 365,
    max_video_minutes: 1440,
    max_upload_bytes: 50 * GB,
    requests_per_minute: 6000,
  },
};
