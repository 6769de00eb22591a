import { type VideoRecord, videoOf } from '../videos/video-record.ts';
import type { UploadResult } from './upload.ts';
import type { UploadRecord } from './upload-record.ts';

/** What its sender is told of an upload that became a video. */
export const uploadResult = (upload: UploadRecord, video: VideoRecord): UploadResult => ({
  upload_id: upload.upload_id as UploadResult['upload_id'],
  video: videoOf(video),
  size_bytes: video.size_bytes,
  received_bytes: upload.received_bytes ?? video.size_bytes,
});
