import type { Probe } from '../../domain/probe.ts';
import type { Segment } from '../../domain/transcript.ts';

export interface Captions {
  /** BCP 47; null when the file does not say. */
  readonly language: string | null;
  /** In order, in seconds from the first frame, over the whole file. */
  readonly segments: readonly Segment[];
}

/** Captions that are there but cannot be read. */
export interface UnreadCaptions {
  /** Why, for the notes. */
  readonly unread: string;
}

/** Reads the captions that the uploader wrote. */
export interface CaptionReader {
  /**
   * @param input a file path or an http(s) address
   * @param language `auto`, or the code that the captions must not contradict
   * @returns undefined when there are none
   */
  captions(
    input: string,
    probe: Probe,
    language: string,
    signal: AbortSignal,
  ): Promise<Captions | UnreadCaptions | undefined>;
}
