import type { ApiError } from '../../../domain/errors.ts';
import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import type { SettledUpload, UploadRecord } from '../../../domain/uploads/upload-record.ts';
import type { VideoRecord } from '../../../domain/videos/video-record.ts';
import {
  deliveriesOfJob,
  failedUpload,
  readyUpload,
} from '../../../domain/webhooks/new-delivery.ts';
import type { DeliveryRecord } from '../../../domain/webhooks/webhook-delivery.ts';
import { dueFrom } from '../due.ts';
import * as keys from '../keys.ts';
import type { Write } from '../transact.ts';

const KEPT_SECONDS = 30 * 24 * 3600;
/** A message that did not come by then was lost. */
const UNSEEN_AFTER_MS = 60_000;

/** What puts a delivery among those that the sweep looks at, and ends it some time after. */
export const pendingFrom = (key: keys.Key, time: Date) => ({
  ...dueFrom('webhook', key, new Date(time.getTime() + UNSEEN_AFTER_MS)),
  expires_at: Math.floor(time.getTime() / 1000) + KEPT_SECONDS,
});

/** The deliveries that go with the end of a job, where any were asked for. */
export const toldOfJob = (table: string, job: JobRecord): Write[] =>
  deliveriesOfJob(job).flatMap((delivery) => written(table, delivery));

/** The delivery that goes with an upload's becoming a video. */
export const toldOfVideo = (table: string, upload: SettledUpload, video: VideoRecord): Write[] =>
  written(table, readyUpload(upload, video));

/** The delivery that goes with the refusal of an upload. */
export const toldOfRefusal = (
  table: string,
  upload: UploadRecord,
  error: ApiError,
  at: Date,
): Write[] => written(table, failedUpload(upload, error, at));

function written(table: string, delivery: DeliveryRecord | undefined): Write[] {
  if (!delivery) return [];
  const key = keys.webhook(delivery.org_id, delivery.id);
  const Item = { ...key, ...delivery, ...pendingFrom(key, new Date(delivery.created_at)) };
  return [{ name: 'webhook', item: { Put: { TableName: table, Item } } }];
}
