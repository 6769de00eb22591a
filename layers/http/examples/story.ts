import type { Video } from '../../domain/videos/video.ts';

// One story: a 42 second talk is uploaded, looked at, listened to, asked about and erased.
export const ORG_ID = 'org_01KAH2K1A4B8C0D3E5F6G9H1J2';
export const KEY_ID = 'key_01KAH2K1A4B8C0D3E5F6G9H1J4';
export const VIDEO_ID = 'vid_01KAH2M7Q4R8S0T3V5W6X9Y1Z2';
export const UPLOAD_ID = 'upl_01KAH2M7Q4R8S0T3V5W6X9Y1Z3';
export const JOB_ID = 'job_01KAH2N0B4C8D0E3F5G6H9J1K2';
export const SESSION_ID = 'ses_01KAH2P3A4B8C0D3E5F6G9H1J2';
export const BATCH_ID = 'bat_01KAH2Q5A4B8C0D3E5F6G9H1J2';
export const BASE = 'https://api.video-reader.example';
export const STORAGE = 'https://storage.video-reader.example';

export const video: Video = {
  id: VIDEO_ID,
  platform: 'upload',
  duration: 42.5,
  width: 1920,
  height: 1080,
  orientation: 'landscape',
  src_fps: 25,
  title: 'lighthouse-talk',
  language: 'en',
  content_box: null,
  carousel: null,
  start_timecode: null,
  interlaced: false,
  audio_tracks: 1,
};
