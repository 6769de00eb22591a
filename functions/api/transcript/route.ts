import { z } from 'zod';
import { CallEstimated } from '../../../layers/domain/calls/estimate.ts';
import { QueuedJob } from '../../../layers/domain/jobs/job.ts';
import {
  TranscriptRequest,
  TranscriptResult,
} from '../../../layers/domain/transcript/transcript.ts';
import { route } from '../../../layers/http/route.ts';

export const transcriptRoute = route({
  name: 'transcript',
  method: 'POST',
  path: '/v1/transcript',
  summary: 'What is said in a video',
  description:
    "The uploader's captions wherever there are any, else what is heard. Waits for the words, or with sync false answers at once with a job. A call that outlasts the wait is answered 202 with its job, which goes on. With estimate it says what it would cost, and starts nothing.",
  scope: 'video:read',
  body: TranscriptRequest,
  replies: { 200: z.union([TranscriptResult, QueuedJob, CallEstimated]), 202: QueuedJob },
  errors: [
    'invalid_request',
    'invalid_window',
    'insufficient_credits',
    'tier_limit',
    'video_not_found',
    'source_unavailable',
    'no_video_stream',
    'rate_limited',
  ],
  long: true,
});
