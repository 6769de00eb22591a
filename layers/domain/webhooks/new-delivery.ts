import type { ApiError } from '../errors.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { summaryOf } from '../jobs/job-summary.ts';
import type { SettledUpload, UploadRecord } from '../uploads/upload-record.ts';
import { uploadResult } from '../uploads/upload-result.ts';
import type { VideoRecord } from '../videos/video-record.ts';
import { type DeliveryRecord, deliveryIdOf } from './webhook-delivery.ts';
import { WebhookEvent } from './webhook-event.ts';

/*
 * The delivery that the end of a job or an upload owes its caller, when one was asked for. Its id is
 * made of theirs, so that there is one for each.
 */

export function deliveryOfJob(job: JobRecord): DeliveryRecord | undefined {
  const { webhook_url: url } = job;
  if (url === undefined || job.finished_at === null) return undefined;
  // The word that an erasure cancelled a job outlives its video.
  const { video_id: _, question: __, ...data } = summaryOf(job);
  const event = { type: `job.${job.status}`, timestamp: job.finished_at, data };
  return newDelivery({ org_id: job.org_id, job_id: job.job_id, url }, job.job_id, event);
}

export function readyUpload(upload: SettledUpload, video: VideoRecord): DeliveryRecord | undefined {
  const data = uploadResult(upload, video);
  return ofUpload(upload, { type: 'video.ready', timestamp: upload.settled_at, data });
}

export function failedUpload(
  upload: UploadRecord,
  error: ApiError,
  at: Date,
): DeliveryRecord | undefined {
  const data = { upload_id: upload.upload_id, error };
  return ofUpload(upload, { type: 'video.failed', timestamp: at.toISOString(), data });
}

function ofUpload(
  { org_id, upload_id, webhook_url: url }: UploadRecord,
  event: NewEvent,
): DeliveryRecord | undefined {
  return url === undefined ? undefined : newDelivery({ org_id, upload_id, url }, upload_id, event);
}

interface NewEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: object;
}

const newDelivery = (
  of: Pick<DeliveryRecord, 'org_id' | 'url' | 'job_id' | 'upload_id'>,
  subjectId: string,
  event: NewEvent,
): DeliveryRecord => ({
  ...of,
  id: deliveryIdOf(subjectId),
  status: 'pending',
  attempts: 0,
  created_at: event.timestamp,
  next_attempt_at: event.timestamp,
  last_response: null,
  body: JSON.stringify(WebhookEvent.parse(event)),
});
