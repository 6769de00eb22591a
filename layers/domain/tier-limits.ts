import { DomainError } from './errors.ts';
import { PLANS, type Tier } from './plans.ts';
import { type Window, windowSeconds } from './window.ts';

/** @throws DomainError tier_limit when the plan does not include the level */
export function requireLevel(tier: Tier, detail: string): void {
  if (detail !== 'motion' || PLANS[tier].allows_motion) return;
  throw new DomainError(
    'tier_limit',
    `The ${tier} plan does not include \`motion\`. Ask for \`fine\`, or change the plan.`,
    { suggestion: { detail: 'fine' } },
  );
}

/** @throws DomainError tier_limit when the window is longer than the plan allows */
export function requireWindow(tier: Tier, window: Window): void {
  const allowed = PLANS[tier].max_video_minutes;
  const asked = windowSeconds(window) / 60;
  if (asked <= allowed) return;
  throw new DomainError(
    'tier_limit',
    `The window is ${Math.ceil(asked * 10) / 10} minutes long; the ${tier} plan reads up to ${allowed} minutes in one call. Ask for a shorter window, or change the plan.`,
    {
      suggestion: { start: window[0], end: window[0] + allowed * 60 },
      max_window_seconds: allowed * 60,
    },
  );
}
