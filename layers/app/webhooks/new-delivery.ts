import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { DeliveryRecord } from '../../domain/webhooks/webhook-delivery.ts';
import { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import { summaryOf } from '../jobs/get-job.ts';

/**
 * The delivery that a job which has ended owes its caller, when one was asked for. There is one for
 * a job.
 */
export function newDelivery(job: JobRecord): DeliveryRecord | undefined {
  const url = job.request['webhook_url'];
  if (typeof url !== 'string' || job.finished_at === null) return undefined;
  const event = WebhookEvent.parse({
    type: `job.${job.status}`,
    timestamp: job.finished_at,
    data: summaryOf(job),
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
