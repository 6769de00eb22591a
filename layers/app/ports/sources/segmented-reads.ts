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
  /**
   * Begins a read. A `SegmentedOutcome` in its place tells how far it has come; its job is queued
   * again when there is enough to draw out of.
   */
  begin(read: SegmentedRead): Promise<void>;
}

/** The segments of a read that stay what they are; there are more of them as time goes by. */
export const DecodedSegments = z.strictObject({
  /** The run that began the read. */
  run: z.string(),
  /** Folder of the sound below the place; null while it is decoded, missing where there is none. */
  sound: z.string().nullable().optional(),
  /** Folders below the place from the first on, as far as each follows the one before. */
  pictures: z.array(z.string()),
  /** Whether nothing is missing. */
  isWhole: z.boolean(),
  /** Segments that were decoded, in whatever order, of all that are wanted. */
  done: z.int().min(0),
  of: z.int().min(0),
});
export type DecodedSegments = z.infer<typeof DecodedSegments>;

/** How far a read in segments has come; kept as JSON under `outcomeKey`. */
export const SegmentedOutcome = z.union([
  DecodedSegments,
  /** The file has to be read in one, which also tells what is wrong with it. */
  z.strictObject({ run: z.string(), refused: z.literal(true) }),
  /** A segment failed as often as it may. */
  z.strictObject({ run: z.string(), failed: z.literal(true) }),
]);
export type SegmentedOutcome = z.infer<typeof SegmentedOutcome>;

export const outcomeKey = (place: string): string => `${place}/outcome.json`;

/**
 * Brings segments to this machine one after the other, the next one ahead; a folder lasts until the
 * second behind it is asked for.
 * @param segments folders below the place, as they become known
 */
export type FetchSegments = (
  place: string,
  segments: AsyncIterable<string>,
  folder: string,
) => AsyncIterable<string>;

/** Folders of the segments of a read; later ones may still be on their way. */
export interface SegmentFolders {
  /** Missing where there is no sound. */
  readonly sound: Promise<string> | undefined;
  readonly pictures: AsyncIterable<string>;
}

/** Draws a plan out of folders of segments, as the engine draws it out of its file. */
export type DrawSegments = (
  folders: SegmentFolders,
  probe: Probe,
  plan: FramesPlan,
  signal: AbortSignal,
  sound?: SoundSink,
) => AsyncGenerator<DrawnSheet, Measured>;
