import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { UploadRecord } from '../../domain/uploads/upload-record.ts';
import { toldOf } from '../../domain/webhooks/new-delivery.ts';
import { deliveryIdOf } from '../../domain/webhooks/webhook-delivery.ts';
import type { JobRuns } from '../ports/jobs/jobs.ts';
import type { ReadyJobs } from '../ports/jobs/ready-jobs.ts';
import type { UploadStore } from '../ports/uploads/uploads.ts';
import type { VideoStore } from '../ports/videos/videos.ts';
import type { WebhookQueue } from '../ports/webhooks/webhooks.ts';

/**
 * Sends the message of a delivery that was written with the end of a job or an upload. The delivery
 * is stored: when its message cannot be sent, the sweep finds it.
 */
const tell = (queue: WebhookQueue, orgId: string, deliveryId: string): Promise<void> =>
  queue.send({ orgId, deliveryId }, 0).catch(() => undefined);

const makeTellOfJob =
  (queue: WebhookQueue) =>
  async (job: JobRecord | undefined): Promise<void> => {
    if (!job) return;
    for (const { id } of toldOf(job)) await tell(queue, job.org_id, id);
  };

/** Runs whose ends are told of at once. */
export function notifyingRuns(runs: JobRuns, queue: WebhookQueue): JobRuns {
  const tellOf = makeTellOfJob(queue);
  return {
    ...runs,
    async succeed(run, job, end) {
      const ended = await runs.succeed(run, job, end);
      await tellOf(ended);
      return ended;
    },
    async fail(job, end) {
      const ended = await runs.fail(job, end);
      await tellOf(ended);
      return ended;
    },
  };
}

/** Ready jobs that are told of at once. */
export function notifyingReadyJobs(readyJobs: ReadyJobs, queue: WebhookQueue): ReadyJobs {
  const tellOf = makeTellOfJob(queue);
  return {
    ...readyJobs,
    async store(...args) {
      const stored = await readyJobs.store(...args);
      if (typeof stored !== 'string') await tellOf(stored);
      return stored;
    },
  };
}

/** Uploads whose refusals are told of at once. */
export function notifyingUploads(uploads: UploadStore, queue: WebhookQueue): UploadStore {
  return {
    ...uploads,
    async refuse(upload, error, at) {
      await uploads.refuse(upload, error, at);
      await tellOfUpload(queue, upload);
    },
  };
}

/** Videos whose uploads are told of at once. */
export function notifyingVideos(videos: VideoStore, queue: WebhookQueue): VideoStore {
  const telling =
    (store: VideoStore['add']): VideoStore['add'] =>
    async (video, upload) => {
      const stored = await store(video, upload);
      if (stored === 'stored') await tellOfUpload(queue, upload);
      return stored;
    };
  return { ...videos, add: telling(videos.add), addUpload: telling(videos.addUpload) };
}

/** Without a delivery, because the upload had ended before, its message changes nothing. */
async function tellOfUpload(queue: WebhookQueue, upload: UploadRecord): Promise<void> {
  if (upload.webhook_url !== undefined) {
    await tell(queue, upload.org_id, deliveryIdOf(upload.upload_id));
  }
}
