import { z } from 'zod';
import { ApiError } from '../../../domain/errors.ts';
import type { Probe } from '../../../domain/sources/probe.ts';
import { KeptSpeech } from '../../../domain/transcript/kept-speech.ts';
import { RecognisedStretch } from '../../../domain/transcript/recognised.ts';
import type { Window } from '../../../domain/window.ts';
import type { Run } from '../jobs/jobs.ts';
import type { StoredMedia } from '../sources/media-source.ts';

/** A long window that others listen to. Pure data: it travels to them. */
export interface LongHearing {
  /** The run that began it; what comes of it counts while that run holds its job. */
  readonly run: Run;
  readonly media: Pick<StoredMedia, 'source_key' | 'size_bytes'>;
  readonly probe: Probe;
  /** Seconds. */
  readonly window: Window;
  /** `auto`, or a code in lower case. */
  readonly language: string;
  /** What is to be said of captions that could not be read. */
  readonly notes: readonly string[];
  /** Prefix of the keys under which all of it is kept. */
  readonly place: string;
  /**
   * Key of the pictures that are drawn meanwhile. Until they are there, others hold the job and go on
   * with it; without it, who listens does from the start.
   */
  readonly pictures?: string | undefined;
}

/** Listens to long windows, beyond the time of any one function. */
export interface LongHearings {
  /** Begins; it ends with a `HeardOutcome` in its place, and its job queued again. */
  begin(hearing: LongHearing): Promise<void>;
}

/** How listening to a long window ended; kept as JSON under `heardKey`. */
export const HeardOutcome = z.union([
  KeptSpeech.pick({ speech: true, damage: true }).extend({
    heard: z.array(RecognisedStretch),
    notes: z.array(z.string()),
  }),
  z.strictObject({ refused: ApiError }),
]);
export type HeardOutcome = z.infer<typeof HeardOutcome>;

export const heardKey = (place: string): string => `${place}/heard.json`;

/** The run by which listening beside pictures was begun: another one begins it no second time. */
export const Begun = z.strictObject({ run: z.string() });
export const begunKey = (place: string): string => `${place}/begun.json`;
