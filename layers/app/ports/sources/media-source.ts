import type { VideoRecord } from '../../../domain/videos/video-record.ts';
import type { Window } from '../../../domain/window.ts';

/** A source while it is read. */
export interface OpenedSource {
  /** What the engine takes: an address on loopback, or the path of a file. */
  readonly input: string;
  /** Aborts with the caller's signal, and with what `assertWhole` throws. */
  readonly signal: AbortSignal;
  /**
   * Returns when every byte that the engine was given is the one that the media has there.
   * @throws SourceFault when bytes of ours could not be had, DomainError source_unavailable when
   * those of a site could not: nothing that was read is to be believed
   */
  assertWhole(): void;
}

/** Bytes of a video, as a decoder gets at them. */
export interface MediaSource {
  /**
   * @param window what will be read, in seconds; undefined for all that a probe looks at
   * @throws as `assertWhole`
   */
  open(window: Window | undefined, signal: AbortSignal): Promise<OpenedSource>;
  /** Ends every connection. What is open aborts no more. */
  close(): void;
}

/** Media in the object store. */
export type StoredMedia = Pick<VideoRecord, 'source_key' | 'size_bytes' | 'sha256' | 'master_key'>;
