import { PLANS, type Tier } from '../accounts/plans.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Days after which some plan has a video erased, in order. */
const STEPS = [...new Set(Object.values(PLANS).map(({ retention_days }) => retention_days))].sort(
  (a, b) => a - b,
);

const after = (keptFrom: string, days: number): Date =>
  new Date(Date.parse(keptFrom) + days * DAY_MS);

/** When a plan has a video erased. */
const endOfRetention = (keptFrom: string, tier: Tier): Date =>
  after(keptFrom, PLANS[tier].retention_days);

/**
 * When a video is gone: by the plan as it is now, but not before it is looked at, so that a smaller
 * plan takes none away on its first day.
 */
export function expiryOf(keptFrom: string, lookAt: string, tier: Tier): Date {
  const look = new Date(lookAt);
  const ends = endOfRetention(keptFrom, tier);
  return ends > look ? ends : look;
}

/** When a video is looked at for the first time: no plan has it erased before. */
export const firstLook = (keptFrom: string): Date => after(keptFrom, STEPS[0] ?? 0);

/**
 * Whether a plan keeps a video no longer; if it does, when to look again. That is at the next time
 * at which any plan would have it erased, since the plan may be another one by then.
 */
export function retentionOf(keptFrom: string, tier: Tier, now: Date): 'over' | Date {
  const ends = endOfRetention(keptFrom, tier);
  if (ends <= now) return 'over';
  return STEPS.map((days) => after(keptFrom, days)).find((look) => look > now) ?? ends;
}
