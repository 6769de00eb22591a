import type { VideoRecord } from '../../domain/video-record.ts';
import type { Window } from '../../domain/window.ts';

/** A name by which an organization's callers may refer to one of its videos. */
export interface UploadRecord {
  readonly upload_id: string;
  readonly received_bytes: number;
  readonly created_at: string;
}

export interface VideoStore {
  /** Stores a video with its first upload; false when the organization has one of the same bytes. */
  add(video: VideoRecord, upload: UploadRecord): Promise<boolean>;
  /** Adds an upload to a stored video; false when the video is no longer there. */
  addUpload(video: VideoRecord, upload: UploadRecord): Promise<boolean>;
  find(orgId: string, videoId: string): Promise<VideoRecord | undefined>;
  findByUpload(orgId: string, uploadId: string): Promise<VideoRecord | undefined>;
  findBySha256(orgId: string, sha256: string): Promise<VideoRecord | undefined>;
}

export interface PaidWindows {
  of(video: VideoRecord, level: string): Promise<Window[]>;
}
