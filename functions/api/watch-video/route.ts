import { z } from 'zod';
import { QuestionEstimated } from '../../../layers/domain/calls/estimate.ts';
import { QueuedJob } from '../../../layers/domain/jobs/job.ts';
import {
  AlreadyRead,
  Answer,
  WatchVideoRequest,
} from '../../../layers/domain/questions/question.ts';
import { route } from '../../../layers/http/route.ts';

export const watchVideoRoute = route({
  name: 'watch-video',
  method: 'POST',
  path: '/v1/watch_video',
  summary: 'A written answer about a video',
  description:
    'Reads the video and answers, naming the second of every moment; each is a second that was read. Waits for the answer, or with sync false answers at once with a job. A new question about a video that was read already starts nothing and is answered with its prices. With estimate it says what it would cost, and starts nothing.',
  scope: 'video:read',
  body: WatchVideoRequest,
  replies: { 200: z.union([Answer, AlreadyRead, QueuedJob, QuestionEstimated]), 202: QueuedJob },
  errors: [
    'invalid_schema',
    'invalid_request',
    'invalid_window',
    'window_too_long',
    'insufficient_credits',
    'tier_limit',
    'video_not_found',
    'source_unavailable',
    'no_video_stream',
    'rate_limited',
    'processing_failed',
  ],
  long: true,
});
