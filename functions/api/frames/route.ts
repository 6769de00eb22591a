import { z } from 'zod';
import { CallEstimated } from '../../../layers/domain/calls/estimate.ts';
import { FramesRequest, FramesResult } from '../../../layers/domain/frames/frames.ts';
import { QueuedJob } from '../../../layers/domain/jobs/job.ts';
import { route } from '../../../layers/http/route.ts';

export const framesRoute = route({
  name: 'frames',
  method: 'POST',
  path: '/v1/frames',
  summary: 'Contact sheets of a video',
  description:
    'Waits for the sheets, or with sync false answers at once with a job. A call that outlasts the wait is answered 202 with its job, which goes on. With estimate it says what it would cost, and starts nothing.',
  scope: 'video:read',
  body: FramesRequest,
  replies: { 200: z.union([FramesResult, QueuedJob, CallEstimated]), 202: QueuedJob },
  errors: [
    'invalid_request',
    'invalid_window',
    'window_too_long_for_detail',
    'insufficient_credits',
    'tier_limit',
    'video_not_found',
    'source_unavailable',
    'no_video_stream',
    'rate_limited',
  ],
  long: true,
});
