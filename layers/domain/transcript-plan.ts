import { type Hundredths, repeatPrice } from './credits.ts';
import { isPaid, type PaidCharge } from './paid-windows.ts';
import { transcriptPrice } from './prices.ts';
import type { Probe } from './probe.ts';
import type { TranscriptRequest } from './transcript.ts';
import { resolveWindow, type Window, windowSeconds } from './window.ts';

/** What a transcript call listens to. */
export interface TranscriptPlan {
  /** Seconds. */
  readonly window: Window;
  /** As it was asked, in lower case; `auto` to be found out. */
  readonly language: string;
  /** What the window costs the first time. */
  readonly price: Hundredths;
}

/** @throws DomainError invalid_window */
export function planTranscript(
  request: Pick<TranscriptRequest, 'start' | 'end' | 'language'>,
  probe: Probe,
): TranscriptPlan {
  const window = resolveWindow(request, probe.duration);
  const language = request.language.toLowerCase();
  return { window, language, price: transcriptPrice(windowSeconds(window)) };
}

/** The name under which paid windows of a transcript are kept: a window is paid for in one language. */
export const transcriptLevel = (language: string): string => `transcript:${language}`;

/** What a planned call costs a caller who has paid for these windows in its language. */
export function transcriptCharge(
  { window, price }: TranscriptPlan,
  paid: readonly Window[],
): PaidCharge {
  const cacheHit = isPaid(window, paid);
  return {
    price: cacheHit ? repeatPrice(price) : price,
    cacheHit,
    reason: cacheHit ? 'transcript:cached' : 'transcript',
  };
}
