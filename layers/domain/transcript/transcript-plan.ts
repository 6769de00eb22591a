import type { Probe } from '../sources/probe.ts';
import { requireLength, resolveWindow, type Window } from '../window.ts';
import type { TranscriptRequest } from './transcript.ts';

/** What a transcript call listens to. */
export interface TranscriptPlan {
  /** Seconds. */
  readonly window: Window;
  /** As it was asked, in lower case; `auto` to be found out. */
  readonly language: string;
}

/**
 * @param longestRead seconds that the caller's plan reads in one call: what is suggested is no longer
 * @throws DomainError invalid_window
 */
export const planTranscript = (
  request: Pick<TranscriptRequest, 'start' | 'end' | 'language'>,
  probe: Probe,
  longestRead?: number,
): TranscriptPlan => ({
  window: transcriptWindow(request, probe.duration, longestRead),
  language: request.language.toLowerCase(),
});

/**
 * The part of a video of so many seconds that is listened to.
 * @param longestRead as for `planTranscript`
 * @throws DomainError invalid_window
 */
export function transcriptWindow(
  request: Pick<TranscriptRequest, 'start' | 'end'>,
  duration: number,
  longestRead?: number,
): Window {
  const window = resolveWindow(request, duration, { plan: longestRead });
  requireLength(window, duration, 'a transcript');
  return window;
}

/**
 * The name under which paid windows of a transcript are kept: a window is paid for in one language.
 */
export const transcriptLevel = (language: string): string => `transcript:${language}`;
