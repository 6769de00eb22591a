import { z } from 'zod';
import { Probe } from '../sources/probe.ts';
import { toMillisecond } from '../timestamp.ts';
import { PLATFORMS, Video } from './video.ts';

/** A caption file that was offered beside the media and is kept beside the source. */
const KeptCaptions = z.object({
  language: z.string().nullable(),
  format: z.enum(['vtt', 'srt']),
  key: z.string(),
});
export type KeptCaptions = z.infer<typeof KeptCaptions>;

/** A stored video: where its bytes are and what was learned of them. */
export const VideoRecord = z.object({
  video_id: z.string(),
  org_id: z.string(),
  /**
   * New for every set of bytes: the upload that brought them. Results and paid windows belong to
   * one version.
   */
  version: z.string(),
  platform: z.enum(PLATFORMS),
  title: z.string().nullable(),
  source_key: z.string(),
  /** What was sent, once a working copy is the source. */
  master_key: z.string().optional(),
  /**
   * Of the master: what brings it back. Copies that were not held against their masters came before
   * this was kept.
   */
  master: z
    .object({
      size_bytes: z.int().min(0),
      probe: Probe,
      /** Once it is set aside: until then it is kept at least. */
      kept_until: z.iso.datetime().optional(),
    })
    .optional(),
  /** Why no working copy is the source, for whoever runs the service. */
  master_stays: z.string().optional(),
  /** When the master took its place back from a working copy; no copy is made any more. */
  restored_at: z.iso.datetime().optional(),
  /**
   * Of an upload: the same bytes are the same video. Null for a link, whose address says which
   * video it is.
   */
  sha256: z.string().nullable(),
  size_bytes: z.int().min(0),
  probe: Probe,
  created_at: z.iso.datetime(),
  /** The link by which it came, and what was told there beside the media. */
  link: z
    .object({
      /** Of the canonical address. */
      digest: z.string(),
      url: z.string(),
      language: z.string().nullable(),
      carousel: Video.shape.carousel,
      captions: z.array(KeptCaptions),
      notes: z.array(z.string()),
    })
    .optional(),
});
export type VideoRecord = z.infer<typeof VideoRecord>;

/**
 * What of a video its results are drawn from: what a working copy showed is not served once the
 * master is back.
 */
export const drawnFrom = ({
  version,
  restored_at,
}: Pick<VideoRecord, 'version' | 'restored_at'>): string =>
  restored_at === undefined ? version : `${version} ${restored_at}`;

/** What is known of a video wherever its bytes lie. */
export type KnownVideo = Omit<VideoRecord, 'source_key' | 'master_key' | 'sha256'>;

function orientation(width: number, height: number): Video['orientation'] {
  if (width === 0 || height === 0) return 'none';
  if (width === height) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

/** What is told of a stored video. */
export function videoOf({ video_id, platform, title, probe, link }: KnownVideo): Video {
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
    language: link?.language ?? null,
    content_box: picture?.contentBox ?? null,
    carousel: link?.carousel ?? null,
    start_timecode: picture?.timecode ?? null,
    interlaced: (picture?.fieldOrder ?? null) !== null,
    audio_tracks: probe.audio.length,
  });
}
