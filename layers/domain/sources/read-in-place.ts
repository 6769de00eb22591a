import { type Window, windowSeconds } from '../window.ts';
import type { Probe } from './probe.ts';

/** Looking at a file here and there costs some tens of megabytes, whatever its size. */
const LEAST_BYTES = 64_000_000;
/**
 * Learning of a stream needs about a dozen of its pieces; of fewer than these, that is nearly all
 * of it.
 */
const LEAST_PIECES = 20;
/** Of the video: above it, a second call would soon have fetched more than the whole. */
const LARGEST_PART = 0.1;
/** Containers with an index of where each second lies, by ffmpeg's names. */
const INDEXED = /\b(mov|mp4|matroska|webm)\b/;

/** A file on the internet. */
interface RemoteFile {
  readonly bytes: number | null;
  /** Whether the server sends parts of it. */
  readonly ranges: boolean;
}

/** Whether a file is worth looking at where it lies, before it is known how long it lasts. */
export const isWorthOpening = ({ bytes, ranges }: RemoteFile): boolean =>
  ranges && bytes !== null && bytes >= LEAST_BYTES;

/** Whether a stream of so many pieces is worth looking at where it lies. */
export const hasEnoughPieces = (count: number): boolean => count >= LEAST_PIECES;

/**
 * Whether a window is read from where the video lies, by ranges or pieces, instead of fetching all
 * of it first.
 */
export const isReadInPlace = (
  { format, duration }: Pick<Probe, 'format' | 'duration'>,
  window: Window,
): boolean => INDEXED.test(format) && windowSeconds(window) <= duration * LARGEST_PART;
