import { z } from 'zod';
import { nameField } from '../calls/source-request.ts';
import { LEVELS } from '../frames/levels.ts';
import { id } from '../ids.ts';
import { Operation } from '../jobs/job.ts';
import { countField } from '../query-number.ts';
import { sha256Field } from '../uploads/upload.ts';
import { Thumbnail } from './thumbnail.ts';
import { PLATFORMS, Video } from './video.ts';

/** What was read of a video, and paid for. */
const VideoRead = z.strictObject({
  operation: Operation,
  detail: z.string().nullable().describe('The level of frames, or the depth of a reading.'),
  language: z.string().nullable().describe('Of a transcript, as it was asked for.'),
  windows: z
    .array(z.strictObject({ start: z.number(), end: z.number() }))
    .describe('Seconds; what touches is joined, what could not be shown is left out.'),
});
type VideoRead = z.infer<typeof VideoRead>;

export const ListedVideo = z
  .strictObject({
    video_id: id('vid'),
    platform: z.enum(PLATFORMS),
    video: Video.nullable().describe('null while a link is not fetched, or read where it lies.'),
    upload_id: id('upl').nullable().describe('The newest upload of it.'),
    url: z.string().nullable().describe('The link by which it came.'),
    size_bytes: z.int().min(0).nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe('When it is gone, by the plan as it is now.'),
    reads: z.array(VideoRead),
    thumbnail: Thumbnail.optional().describe(
      'A tile of the newest read with sheets. Left out until there is one.',
    ),
  })
  .meta({ id: 'ListedVideo' });
export type ListedVideo = z.infer<typeof ListedVideo>;

export const VideoList = z
  .strictObject({
    videos: z.array(ListedVideo).describe('Newest first.'),
    next: z.string().nullable().describe('Send it as `next` for the videos before these.'),
  })
  .meta({ id: 'VideoList' });
export type VideoList = z.infer<typeof VideoList>;

export const VideoListQuery = z.strictObject({
  limit: countField(1, 100, 20).describe('Videos to return.'),
  next: id('vid').optional().describe('From the answer before.'),
  video_id: nameField.optional().describe('Only this video.'),
  sha256: sha256Field
    .optional()
    .describe('Only the video of a file with this digest: it need not be sent again.'),
});
export type VideoListQuery = z.infer<typeof VideoListQuery>;

/** What a level under which windows are paid for means to a caller. */
export function readAs(level: string): Omit<VideoRead, 'windows'> {
  if (LEVELS.some((known) => known === level))
    return { operation: 'frames', detail: level, language: null };
  const [operation, more = null] = level.split(':');
  return operation === 'transcript'
    ? { operation, detail: null, language: more }
    : { operation: 'watch_video', detail: more, language: null };
}
