import type { ApiError } from '../../domain/errors.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import type { PendingVideo } from '../../domain/pending-video.ts';
import type { VideoRecord } from '../../domain/video-record.ts';
import type { Run } from './jobs.ts';

/** A video, with its bytes or still without. */
export type VideoState =
  | { readonly kind: 'stored'; readonly video: VideoRecord }
  | { readonly kind: 'pending'; readonly video: PendingVideo };

/** What an organization has of a link. */
export type LinkState =
  | VideoState
  /** The video that could not be had, why, and until when that is to be believed. */
  | { readonly kind: 'failed'; readonly videoId: string; readonly failure: Failure }
  /** Nothing, but perhaps the name of a video that is no longer there. */
  | { readonly kind: 'none'; readonly videoId: string | undefined };

export interface Failure {
  readonly error: ApiError;
  readonly until: string;
}

/** Links of an organization and the videos that they become. A pending video is stored with its first job. */
export interface Fetches {
  /** @param digest of the canonical address */
  find(orgId: string, digest: string): Promise<LinkState>;
  findVideo(orgId: string, videoId: string): Promise<VideoState | undefined>;
  /**
   * Makes a run the one that fetches, for as long as it holds its job.
   * @returns the job whose run fetches already; `settled` when the video is no longer pending
   */
  claim(video: PendingVideo, run: Run, now: Date): Promise<'claimed' | 'settled' | JobRecord>;
  /** Puts the video in the place of the pending one; false when the run is not the one that fetches, or the video was erased. */
  complete(video: VideoRecord, run: Run): Promise<boolean>;
  /** Lets others fetch: the run needs nothing stored. */
  release(video: PendingVideo, run: Run): Promise<void>;
  /** Gives up the pending video and keeps why; false likewise. */
  fail(video: PendingVideo, run: Run, failure: Failure): Promise<boolean>;
}
