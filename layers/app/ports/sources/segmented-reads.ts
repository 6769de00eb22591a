import { z } from 'zod';
import type { FramesPlan } from '../../../domain/frames/frames-plan.ts';
import type { Probe } from '../../../domain/sources/probe.ts';
import type { Run } from '../jobs/jobs.ts';
import type { DrawnSheet, Measured, SoundSink } from './engine.ts';
import type { StoredMedia } from './media-source.ts';

/** A read whose segments are decoded by functions of their own. Pure data: it travels to them. */
export interface SegmentedRead {
  /** The run that began it; what comes of it counts while that run holds its job. */
  readonly run: Run;
  readonly media: Pick<StoredMedia, 'source_key' | 'size_bytes'>;
  readonly probe: Probe;
  readonly plan: FramesPlan;
  /** Parts of the pictures that are wanted. */
  readonly segments: number;
  /** Whether pictures for reading are kept. */
  readonly readsText: boolean;
  /** Prefix of the keys under which segments are kept. */
  readonly place: string;
}

/** Decodes reads in segments, beyond the time of any one function. */
export interface SegmentedReads {
  /** Begins a read; it ends with a `SegmentedOutcome` in its place, and its job queued again. */
  begin(read: SegmentedRead): Promise<void>;
}

/** How a read in segments ended; kept as JSON under `outcomeKey`. */
export const SegmentedOutcome = z.union([
  /** Folders of the segments below the place, in order, sound first. */
  z.strictObject({ segments: z.array(z.string()).min(1) }),
  /** The file has to be read in one, which also tells what is wrong with it. */
  z.strictObject({ refused: z.literal(true) }),
  /** A segment failed as often as it may. */
  z.strictObject({ failed: z.literal(true) }),
]);
export type SegmentedOutcome = z.infer<typeof SegmentedOutcome>;

export const outcomeKey = (place: string): string => `${place}/outcome.json`;

/** Brings segments to this machine one after the other; each folder lasts until two more are there. */
export type FetchSegments = (
  place: string,
  segments: readonly string[],
  folder: string,
) => AsyncIterable<string>;

/** Draws a plan out of folders of segments, as the engine draws it out of its file. */
export type DrawSegments = (
  folders: AsyncIterable<string>,
  probe: Probe,
  plan: FramesPlan,
  signal: AbortSignal,
  sound?: SoundSink,
) => AsyncGenerator<DrawnSheet, Measured>;
