import { DomainError } from '../errors.ts';
import { LEVEL_SPECS } from '../frames/levels.ts';
import { toldSeconds, type Window } from '../window.ts';
import { PLANS, type Tier } from './plans.ts';

interface AskedLevel {
  readonly detail: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** @throws DomainError tier_limit when the plan does not include the level */
export function requireLevel(tier: Tier, { detail, start = 0, end }: AskedLevel): void {
  if (detail !== 'motion' || PLANS[tier].allows_motion) return;
  // How long the video is, is not known yet: only auto reads any window.
  const fits = end !== undefined && end - start <= (LEVEL_SPECS.fine.max_window_seconds ?? 0);
  const instead = fits ? 'fine' : 'auto';
  throw new DomainError(
    'tier_limit',
    `The ${tier} plan does not include \`motion\`. Ask for \`${instead}\`, or change the plan.`,
    { suggestion: { detail: instead } },
  );
}

/** @throws DomainError tier_limit when the window is longer than the plan allows */
export function requireWindow(tier: Tier, window: Window): void {
  const allowed = PLANS[tier].max_video_minutes;
  const asked = toldSeconds(window) / 60;
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
