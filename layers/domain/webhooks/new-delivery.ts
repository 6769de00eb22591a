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

/** Who is told of the end of a job, and by which delivery. */
export const toldOf = ({
  job_id,
  webhook_url: url,
  also_told = [],
}: Pick<JobRecord, 'job_id' | 'webhook_url' | 'also_told'>): { id: string; url: string }[] => [
  ...(url === undefined ? [] : [{ id: deliveryIdOf(job_id), url }]),
  ...also_told,
];

/** What is sent of a job that has ended, to each address that wants to know; none before. */
export function deliveriesOfJob(job: JobRecord): DeliveryRecord[] {
  const { org_id, job_id, finished_at: timestamp } = job;
  if (timestamp === null) return [];
  // The word that an erasure cancelled a job outlives its video.
  const { video_id: _, question: __, ...data } = summaryOf(job);
  const event = { type: `job.${job.status}`, timestamp, data };
  return toldOf(job).map(({ id, url }) => newDelivery({ org_id, job_id, url }, id, event));
}

/** `video.ready`; undefined where nobody wants to know. */
export function readyUpload(upload: SettledUpload, video: VideoRecord): DeliveryRecord | undefined {
  const data = uploadResult(upload, video);
  return ofUpload(upload, { type: 'video.ready', timestamp: upload.settled_at, data });
}

/** `video.failed`; undefined where nobody wants to know. */
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
  if (url === undefined) return undefined;
  return newDelivery({ org_id, upload_id, url }, deliveryIdOf(upload_id), event);
}

interface NewEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: object;
}

const newDelivery = (
  of: Pick<DeliveryRecord, 'org_id' | 'url' | 'job_id' | 'upload_id'>,
  id: string,
  event: NewEvent,
): DeliveryRecord => ({
  ...of,
  id,
  status: 'pending',
  attempts: 0,
  created_at: event.timestamp,
  next_attempt_at: event.timestamp,
  last_response: null,
  body: JSON.stringify(WebhookEvent.parse(event)),
});
