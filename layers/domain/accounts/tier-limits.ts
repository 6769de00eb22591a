import { DomainError } from '../errors.ts';
import { LEVEL_SPECS } from '../frames/levels.ts';
import { toMillisecond } from '../timestamp.ts';
import { ANY_LENGTH, resolveWindow, toldSeconds, type Window } from '../window.ts';
import { PLANS, type Tier } from './plans.ts';

interface AskedWindow {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

interface AskedLevel extends AskedWindow {
  readonly detail: string;
}

/**
 * @param duration of the video, in seconds, where that is known
 * @throws DomainError tier_limit when the plan does not include the level, with a call that the
 * plan and the video allow
 */
export function requireLevel(tier: Tier, asked: AskedLevel, duration = ANY_LENGTH): void {
  if (asked.detail !== 'motion' || PLANS[tier].allows_motion) return;
  const instead = windowInstead(tier, asked, duration);
  const { start = 0, end = duration } = { ...asked, ...instead };
  const fits = end - start <= (LEVEL_SPECS.fine.max_window_seconds ?? 0);
  // Only auto reads any window.
  const detail = fits ? 'fine' : 'auto';
  throw new DomainError(
    'tier_limit',
    `The ${tier} plan does not include \`motion\`. Ask for \`${detail}\`, or change the plan.`,
    { suggestion: { ...instead, detail } },
  );
}

/** The window that is to be asked instead; nothing where the one that was asked will do. */
function windowInstead(tier: Tier, asked: AskedWindow, duration: number) {
  try {
    const window = resolveWindow(asked, duration, { plan: longestRead(tier) });
    // One without an end may turn out to be short.
    if (Number.isFinite(window[1])) requireWindow(tier, window);
    return undefined;
  } catch (error) {
    // Both kinds of refusal suggest a window.
    if (error instanceof DomainError) return error.detail.suggestion as AskedWindow;
    throw error;
  }
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
