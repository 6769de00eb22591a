import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { id } from '../ids.ts';
import { JobSummary } from '../jobs/job.ts';
import { UploadResult } from '../uploads/upload.ts';

const timestamp = z.iso.datetime();

export const JobEvent = z
  .strictObject({
    type: z.enum(['job.succeeded', 'job.failed', 'job.cancelled']),
    timestamp: timestamp.describe('When the job ended.'),
    // The word that a job was cancelled outlives its video: it names neither that nor what was
    // asked of it.
    data: JobSummary.omit({ video_id: true, question: true }),
  })
  .meta({ id: 'JobEvent' });

export const VideoReadyEvent = z
  .strictObject({
    type: z.literal('video.ready'),
    timestamp: timestamp.describe('When the upload became a video.'),
    data: UploadResult,
  })
  .meta({ id: 'VideoReadyEvent' });

export const VideoFailedEvent = z
  .strictObject({
    type: z.literal('video.failed'),
    timestamp: timestamp.describe('When the upload was refused, or given up.'),
    data: z.strictObject({
      upload_id: id('upl'),
      error: ApiError.describe('What the sender of the file was told.'),
    }),
  })
  .meta({ id: 'VideoFailedEvent' });

/** The body of the call to `webhook_url`, signed as Standard Webhooks prescribes. */
export const WebhookEvent = z
  .union([JobEvent, VideoReadyEvent, VideoFailedEvent])
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
