import { z } from 'zod';
import { Probe } from './probe.ts';
import { toMillisecond } from './timestamp.ts';
import { PLATFORMS, Video } from './video.ts';

/** A stored video: where its bytes are and what was learned of them. */
export const VideoRecord = z.object({
  video_id: z.string(),
  org_id: z.string(),
  /** New for every set of bytes: the upload that brought them. Results and paid windows belong to one version. */
  version: z.string(),
  platform: z.enum(PLATFORMS),
  title: z.string().nullable(),
  source_key: z.string(),
  sha256: z.string(),
  size_bytes: z.int().min(0),
  probe: Probe,
  created_at: z.iso.datetime(),
});
export type VideoRecord = z.infer<typeof VideoRecord>;

function orientation(width: number, height: number): Video['orientation'] {
  if (width === 0 || height === 0) return 'none';
  if (width === height) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

/** What is told of a stored video. */
export function videoOf({ video_id, platform, title, probe }: VideoRecord): Video {
  const { picture, duration, width, height } = probe;
  const fps = picture ? picture.rate[0] / picture.rate[1] : 0;
  return Video.parse({
    id: video_id,
    platform,
    duration: toMillisecond(duration),
    width,
    height,
    orientation: orientation(width, height),
    src_fps: toMillisecond(fps),
    title,
    language: null,
    content_box: picture?.contentBox ?? null,
    carousel: null,
    start_timecode: picture?.timecode ?? null,
    interlaced: (picture?.fieldOrder ?? null) !== null,
    audio_tracks: probe.audio.length,
  });
}
