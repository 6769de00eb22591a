import type { z } from 'zod';
import type {
  WebhookDelivery,
  WebhookDeliveryList,
} from '../../domain/webhooks/webhook-delivery.ts';
import type {
  JobEvent,
  VideoFailedEvent,
  VideoReadyEvent,
} from '../../domain/webhooks/webhook-event.ts';
import type { RotatedWebhookSecret } from '../../domain/webhooks/webhook-secret.ts';
import { jobSummary } from './reads.ts';
import { JOB_ID, UPLOAD_ID, video } from './story.ts';

const { video_id: _, ...endedJob } = jobSummary;

const delivery: WebhookDelivery = {
  id: JOB_ID.replace('job_', 'msg_'),
  job_id: JOB_ID,
  url: 'https://receiver.example/video-reader',
  status: 'pending',
  attempts: 1,
  created_at: '2026-11-20T09:00:03.100Z',
  next_attempt_at: '2026-11-20T09:00:05.300Z',
  last_response: { at: '2026-11-20T09:00:03.300Z', status: 503, error: null },
};

/** What receivers are told, and how that went. */
export const WEBHOOKS = {
  WebhookDelivery: delivery,
  WebhookDeliveryList: { deliveries: [delivery] } satisfies WebhookDeliveryList,
  RotatedWebhookSecret: {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    previous_signs_until: '2026-11-21T09:00:00.000Z',
  } satisfies RotatedWebhookSecret,
  JobEvent: {
    type: 'job.succeeded',
    timestamp: '2026-11-20T09:00:03.100Z',
    data: endedJob,
  } satisfies z.infer<typeof JobEvent>,
  VideoReadyEvent: {
    type: 'video.ready',
    timestamp: '2026-11-20T08:59:12.400Z',
    data: {
      upload_id: UPLOAD_ID,
      video,
      size_bytes: 18_220_431,
      received_bytes: 18_220_431,
    },
  } satisfies z.infer<typeof VideoReadyEvent>,
  VideoFailedEvent: {
    type: 'video.failed',
    timestamp: '2026-11-20T08:59:12.400Z',
    data: {
      upload_id: UPLOAD_ID,
      error: { type: 'no_video_stream', message: 'The file holds no picture that can be decoded.' },
    },
  } satisfies z.infer<typeof VideoFailedEvent>,
};
