import type { Probe } from '../../../domain/sources/probe.ts';
import type { VideoRecord } from '../../../domain/videos/video-record.ts';
import type { StoredMedia } from '../sources/media-source.ts';

/** A copy outside of its video, until it is discarded. */
export interface WorkingCopy {
  /** Of the copy's own file. */
  readonly probe: Probe;
  readonly sizeBytes: number;
  readonly contentType: string;
  /** With its dot. */
  readonly extension: string;
  bytes(): AsyncIterable<Uint8Array>;
  discard(): Promise<void>;
}

/** A master as it was taken in. */
export interface Master {
  readonly media: StoredMedia;
  readonly probe: Probe;
}

/** Why there is no copy, in words for whoever runs the service. */
export interface NoCopy {
  readonly why: string;
}

/** Makes working copies. */
export interface Copier {
  /** How long a copy is foreseen to take on this machine. */
  secondsFor(master: Master): number;
  /**
   * A copy that is the master, by all that can be counted of both, or why there is none.
   * @param place prefix of the keys under which it may pass through the store; nobody else uses it
   * @throws DomainError no_video_stream when the master cannot be decoded
   */
  copy(master: Master, place: string, signal: AbortSignal): Promise<WorkingCopy | NoCopy>;
}

/** The objects that a video's frames are read from. */
export interface Sources {
  /** Keys under a prefix. */
  list(prefix: string): Promise<string[]>;
  /** Bytes of an object; undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  /** Copies an object within the store, whatever its size. */
  copy(from: string, to: string): Promise<void>;
  /** Deletes a source and the digests beside it. */
  delete(key: string): Promise<void>;
}

/**
 * Changes of a video's source, each in one write. False when the video is gone or is not as `video`
 * says.
 */
export interface SourceSwap {
  /** Makes a working copy the source, and what was the source its master. */
  swap(
    video: VideoRecord,
    to: Pick<VideoRecord, 'source_key' | 'size_bytes' | 'probe'>,
  ): Promise<boolean>;
  /** Notes where the master lies now, and until when. */
  setAside(video: VideoRecord, masterKey: string, until: Date): Promise<boolean>;
  /** Makes the master the source again. */
  restore(video: VideoRecord, masterKey: string, at: Date): Promise<boolean>;
  /** Notes why the master stays. */
  note(video: VideoRecord, why: string): Promise<boolean>;
}

/** What is to be done about a working copy: make it, or set the master aside that it replaced. */
export interface CopyMessage {
  readonly orgId: string;
  readonly videoId: string;
  readonly step: 'make' | 'clear';
}

export interface CopyQueue {
  send(message: CopyMessage, delaySeconds: number): Promise<void>;
}
