import type { EraseVideoResult } from '../../domain/videos/erase-video.ts';
import type { Thumbnail } from '../../domain/videos/thumbnail.ts';
import type { ListedVideo, VideoList } from '../../domain/videos/video-list.ts';
import { STORAGE, UPLOAD_ID, VIDEO_ID, video } from './story.ts';

const thumbnail: Thumbnail = {
  url: `${STORAGE}/sheet-1.jpg?signature=51aa`,
  sheet: [1568, 882],
  tile: [0, 0, 312, 175],
};

const listedVideo: ListedVideo = {
  video_id: VIDEO_ID,
  platform: 'upload',
  video,
  upload_id: UPLOAD_ID,
  url: null,
  size_bytes: 18_220_431,
  created_at: '2026-11-20T08:59:30.000Z',
  expires_at: '2026-12-20T08:59:30.000Z',
  reads: [
    {
      operation: 'frames',
      detail: 'detail',
      language: null,
      windows: [{ start: 3, end: 4.2 }],
    },
    {
      operation: 'transcript',
      detail: null,
      language: 'auto',
      windows: [{ start: 0, end: 42.5 }],
    },
  ],
  thumbnail,
};

/** Videos that are kept. */
export const VIDEOS = {
  ListedVideo: listedVideo,
  Thumbnail: thumbnail,
  VideoList: { videos: [listedVideo], next: null } satisfies VideoList,
  EraseVideoResult: { video_id: VIDEO_ID, deleted: true } satisfies EraseVideoResult,
};
