import { z } from 'zod';
import { id } from '../ids.ts';

export const PLATFORMS = [
  'youtube',
  'tiktok',
  'instagram',
  'x',
  'facebook',
  'vimeo',
  'twitch',
  'dailymotion',
  'reddit',
  'web',
  'upload',
] as const;
export type Platform = (typeof PLATFORMS)[number];

const pixels = z.int().min(0);

/** A rectangle of the displayed picture, in pixels. */
export const Box = z.strictObject({
  x: pixels,
  y: pixels,
  width: z.int().min(1),
  height: z.int().min(1),
});
export type Box = z.infer<typeof Box>;

/** What is told of a video. Sizes are of the picture as displayed: rotated, square pixels. */
export const Video = z
  .strictObject({
    id: id('vid'),
    platform: z.enum(PLATFORMS).describe('Where the video came from.'),
    duration: z.number().min(0).describe('Seconds.'),
    width: pixels.describe(
      'Pixels as displayed, after rotation and pixel aspect; 0 without a picture.',
    ),
    height: pixels,
    orientation: z.enum(['landscape', 'portrait', 'square', 'none']),
    src_fps: z
      .number()
      .min(0)
      .describe(
        'Frames per second of the source; the mean where it varies, that of its first frames where the file states none.',
      ),
    title: z.string().nullable(),
    language: z.string().nullable(),
    content_box: Box.nullable().describe(
      'The picture inside its black bars, when there are any; tiles show this region only.',
    ),
    carousel: z
      .strictObject({ slides: z.int().min(1), audio_seconds: z.number().nullable() })
      .nullable()
      .describe('For slides instead of film: slide n stands at second n - 1.'),
    start_timecode: z
      .string()
      .regex(/^\d{2}:\d{2}:\d{2}[:;]\d{2,3}$/)
      .nullable()
      .describe('SMPTE timecode of the first frame; a clock of its own, never converted.'),
    interlaced: z.boolean(),
    audio_tracks: z
      .int()
      .min(0)
      .describe('Audio streams in the file, however many channels each has.'),
  })
  .meta({ id: 'Video' });
export type Video = z.infer<typeof Video>;
