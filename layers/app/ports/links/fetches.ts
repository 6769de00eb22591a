import type { ApiError } from '../../../domain/errors.ts';
import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import type { PendingVideo } from '../../../domain/videos/pending-video.ts';
import type { VideoRecord } from '../../../domain/videos/video-record.ts';
import type { Run } from '../jobs/jobs.ts';

/** A video, with its bytes or still without. */
export type VideoState =
  | { readonly kind: 'stored'; readonly video: VideoRecord }
  | { readonly kind: 'pending'; readonly video: PendingVideo };

/** What became of a video that is not there to be read. */
export type FormerVideo =
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Its link turned out to lead to a video that was there already. */
  | { readonly kind: 'moved'; readonly to: string };

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

export type ResolvedLink = PendingVideo['link'] & Pick<PendingVideo, 'platform'>;

/**
 * Links of an organization and the videos that they become. A pending video is stored with its
 * first job.
 */
export interface Fetches {
  /** @param digest of the canonical address */
  find(orgId: string, digest: string): Promise<LinkState>;
  findVideo(orgId: string, videoId: string): Promise<VideoState | FormerVideo | undefined>;
  /**
   * Makes a run the one that fetches, for as long as it holds its job. One whose job was ended keeps
   * the fetch for the rest of its lease, or until it has cleared up and released it.
   * @returns the job whose run fetches already; `settled` when the video is no longer pending
   */
  claim(video: PendingVideo, run: Run, now: Date): Promise<'claimed' | 'settled' | JobRecord>;
  /**
   * Gives a pending video the link that its own turned out to stand for; both lead to it from then
   * on. Where that link has a video already, the pending one gives way to it.
   * @returns `given` when the video has that link now, `moved` when another has, `lost` when the
   * run is not the one that fetches, or the video was erased
   */
  rename(video: PendingVideo, run: Run, link: ResolvedLink): Promise<'given' | 'moved' | 'lost'>;
  /**
   * Makes a job one about the video that took the place of its own.
   * @returns undefined when that video is gone
   * @throws LeaseLost when the run no longer holds the job
   */
  follow(
    job: JobRecord,
    run: Run,
    to: string,
  ): Promise<Pick<JobRecord, 'video_id' | 'video_version'> | undefined>;
  /**
   * Puts the video in the place of the pending one; false when the run is not the one that fetches,
   * or the video was erased.
   */
  complete(video: VideoRecord, run: Run): Promise<boolean>;
  /**
   * Keeps others from beginning until then, while the run deletes what it stored; false when it is
   * not the one that fetches.
   */
  holdToClear(video: PendingVideo, run: Run, until: Date): Promise<boolean>;
  /** Lets others fetch: the run needs nothing stored. */
  release(video: PendingVideo, run: Run): Promise<void>;
  /** Gives up the pending video and keeps why; false likewise. */
  fail(video: PendingVideo, run: Run, failure: Failure): Promise<boolean>;
}
