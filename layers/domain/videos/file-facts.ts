import { z } from 'zod';
import { SoundStream } from '../sources/probe.ts';
import type { KnownVideo } from './video-record.ts';

/** What is known of the file that came in: of a working copy's master, not of the copy. */
export const FileFacts = z.object({
  /** Container as ffmpeg names its demuxer. */
  format: z.string(),
  /** Bytes; null of what is read where it lies, in pieces. */
  size: z.int().positive().nullable(),
  picture: z
    .object({
      codec: z.string(),
      interlaced: z.boolean(),
      hdr: z.enum(['pq', 'hlg']).nullable(),
    })
    .nullable(),
  /** Null of what was probed before this was told. */
  sounds: z.array(SoundStream.pick({ codec: true, channels: true, layout: true })).nullable(),
});
export type FileFacts = z.infer<typeof FileFacts>;

export function fileFactsOf(video: Pick<KnownVideo, 'probe' | 'size_bytes' | 'master'>): FileFacts {
  const { probe, size_bytes: size } = video.master ?? video;
  const { picture } = probe;
  return FileFacts.parse({
    format: probe.format,
    size: size > 0 ? size : null,
    picture: picture && {
      codec: picture.codec,
      interlaced: picture.fieldOrder !== null,
      hdr: picture.hdr,
    },
    sounds: probe.sounds ?? null,
  });
}
