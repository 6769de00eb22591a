import type { Probe } from '../../domain/probe.ts';
import type { VideoRecord } from '../../domain/video-record.ts';

/** A copy on this machine, until it is discarded. */
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

/** Makes working copies. `input` is a file path or an http(s) address. */
export interface Copier {
  /**
   * @returns undefined when no copy can show the same frames at the same times
   * @throws DomainError no_video_stream when the master cannot be decoded
   */
  copy(input: string, master: Probe, signal: AbortSignal): Promise<WorkingCopy | undefined>;
}

/** The objects that a video's frames are read from. */
export interface Sources {
  /** Keys under a prefix. */
  list(prefix: string): Promise<string[]>;
  delete(key: string): Promise<void>;
}

export interface SourceSwap {
  /**
   * Makes another object a video's source, in one write. False when the video is gone or its source is no longer
   * the one that `video` says.
   */
  swap(
    video: VideoRecord,
    to: Pick<VideoRecord, 'source_key' | 'size_bytes' | 'probe'>,
  ): Promise<boolean>;
}

/** What is to be done about a working copy: make it, or clear away the master that it replaced. */
export interface CopyMessage {
  readonly orgId: string;
  readonly videoId: string;
  readonly step: 'make' | 'clear';
}

export interface CopyQueue {
  send(message: CopyMessage, delaySeconds: number): Promise<void>;
}
