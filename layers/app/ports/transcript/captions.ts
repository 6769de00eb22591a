import type { Probe } from '../../../domain/sources/probe.ts';
import type { Segment } from '../../../domain/transcript/transcript.ts';
import type { Window } from '../../../domain/window.ts';

export interface Captions {
  /** BCP 47; null when the file does not say. */
  readonly language: string | null;
  /**
   * Those of the window, in order, in seconds from the first frame; a little more than one
   * transcript holds at most.
   */
  readonly segments: readonly Segment[];
}

/** Captions that are there but cannot be read. */
export interface UnreadCaptions {
  /** Why, for the notes. */
  readonly unread: string;
}

/**
 * Reads the captions that the uploader wrote. What it reads them from is, for a tool, a file path or
 * an http(s) address.
 */
export interface CaptionReader<From = string> {
  /**
   * @returns undefined when the file holds none, in the window or elsewhere
   */
  captions(
    from: From,
    probe: Probe,
    asked: {
      /** `auto`, or the code that the captions must not contradict. */
      readonly language: string;
      readonly window: Window;
    },
    signal: AbortSignal,
  ): Promise<Captions | UnreadCaptions | undefined>;
}
