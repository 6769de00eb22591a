import { z } from 'zod';
import { JobSummary } from '../jobs/job.ts';

/** The body of the call to `webhook_url`, signed as Standard Webhooks prescribes. */
export const WebhookEvent = z
  .strictObject({
    type: z.enum(['job.succeeded', 'job.failed', 'job.cancelled']),
    timestamp: z.iso.datetime().describe('When the job ended.'),
    // The word that a job was cancelled outlives its video, and does not name it.
    data: JobSummary.omit({ video_id: true }),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
