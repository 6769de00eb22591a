import type { PaidFor } from '../../../domain/accounts/paid-windows.ts';
import type { SettledUpload } from '../../../domain/uploads/upload-record.ts';
import type { KnownVideo, VideoRecord } from '../../../domain/videos/video-record.ts';

/**
 * `changed` when the videos are not as they were when it was decided what to store; `settled` when
 * the upload was before.
 */
export type Stored = 'stored' | 'changed' | 'settled';

export interface VideoStore {
  /**
   * Stores a video and settles its first upload; `changed` when the organization has one of the
   * same bytes.
   */
  add(video: VideoRecord, upload: SettledUpload): Promise<Stored>;
  /**
   * Settles an upload as one more of a stored video; `changed` when the video is no longer there.
   */
  addUpload(video: VideoRecord, upload: SettledUpload): Promise<Stored>;
  /** @param at now, unless it is asked whether the time of the video was over at another time */
  find(orgId: string, videoId: string, at?: Date): Promise<VideoRecord | undefined>;
  /** Whether the video, stored or still pending, is there in this version. */
  holds(orgId: string, videoId: string, version: string): Promise<boolean>;
  findByUpload(orgId: string, uploadId: string): Promise<VideoRecord | undefined>;
  findBySha256(orgId: string, sha256: string): Promise<VideoRecord | undefined>;
}

export interface PaidWindows {
  of(video: KnownVideo, level: string): Promise<PaidFor>;
}
