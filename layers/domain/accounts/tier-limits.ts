import { DomainError } from '../errors.ts';
import { LEVEL_SPECS } from '../frames/levels.ts';
import { toMillisecond } from '../timestamp.ts';
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

/** Seconds of the longest window that a plan reads in one call. */
export const longestRead = (tier: Tier): number => PLANS[tier].max_video_minutes * 60;

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

/**
 * The same for a question, which names its window otherwise.
 * @param asked the window that the question names, if it names one
 * @throws DomainError window_too_long, tier_limit for a whole video
 */
export function requireQuestionWindow(
  tier: Tier,
  { window: asked }: { readonly window?: unknown },
  window: Window,
): void {
  const longest = longestRead(tier);
  const seconds = toldSeconds(window);
  if (seconds <= longest) return;
  const from = toMillisecond(window[0]);
  const detail = {
    suggestion: { window: { from, to: toMillisecond(from + longest) } },
    max_window_seconds: longest,
  };
  const long = `${seconds} s were asked; the ${tier} plan reads up to ${longest} s in one call.`;
  throw asked
    ? new DomainError('window_too_long', `${long} Ask for a shorter \`window\`.`, detail)
    : new DomainError(
        'tier_limit',
        `${long} Ask for a \`window\` of it, or change the plan.`,
        detail,
      );
}
