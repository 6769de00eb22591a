import type { PaidFor } from '../../../domain/accounts/paid-windows.ts';
import type { PendingVideo } from '../../../domain/videos/pending-video.ts';
import type { StoredThumbnail } from '../../../domain/videos/thumbnail.ts';
import type { VideoRecord } from '../../../domain/videos/video-record.ts';

/** A video with what a list tells of it. */
export interface ListedRows {
  readonly video: VideoRecord | PendingVideo;
  /** From when its days are counted. */
  readonly keptFrom: string;
  /** It is not erased before it is looked at. */
  readonly lookAt: string;
  /** The newest upload of it. */
  readonly uploadId: string | undefined;
  /** What was paid for of this version, by level. */
  readonly paid: ReadonlyMap<string, PaidFor>;
  /** Of the newest read with pictures. */
  readonly thumbnail: StoredThumbnail | undefined;
}

export interface VideoLists {
  /**
   * An organization's videos, newest first.
   * @param of `before` has those given that are older than this video, which need not be there any
   * more; `passOver` is told of those that cannot be read, and others are given instead; without it
   * they are thrown
   */
  list(
    orgId: string,
    limit: number,
    of?: {
      readonly before?: string | undefined;
      readonly passOver?: (unreadable: Error) => void;
    },
  ): Promise<ListedRows[]>;
  find(orgId: string, videoId: string): Promise<ListedRows | undefined>;
  /** The id of the video whose file has a digest. */
  findByDigest(orgId: string, sha256: string): Promise<string | undefined>;
}
