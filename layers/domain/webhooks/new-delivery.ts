import type { JobRecord } from '../jobs/job-record.ts';
import { summaryOf } from '../jobs/job-summary.ts';
import type { DeliveryRecord } from './webhook-delivery.ts';
import { WebhookEvent } from './webhook-event.ts';

/**
 * The delivery that a job which has ended owes its caller, when one was asked for. There is one for
 * a job.
 */
export function newDelivery(job: JobRecord): DeliveryRecord | undefined {
  const { webhook_url: url } = job;
  if (url === undefined || job.finished_at === null) return undefined;
  const { video_id: _, ...data } = summaryOf(job);
  const event = WebhookEvent.parse({
    type: `job.${job.status}`,
    timestamp: job.finished_at,
    data,
  });
  return {
    id: job.job_id.replace(/^job_/, 'msg_'),
    org_id: job.org_id,
    job_id: job.job_id,
    url,
    status: 'pending',
    attempts: 0,
    created_at: job.finished_at,
    next_attempt_at: job.finished_at,
    last_response: null,
    body: JSON.stringify(event),
  };
}
