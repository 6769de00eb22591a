import { JobParams, JobSummary } from '../../../layers/domain/jobs/job.ts';
import { route } from '../../../layers/http/route.ts';

export const cancelJobRoute = route({
  name: 'cancel-job',
  method: 'POST',
  path: '/v1/jobs/{jobId}/cancel',
  summary: 'Stop a job',
  description:
    'A queued or running job ends as cancelled; what it was charged is given back, and its slot is free. A job that has ended stays as it is and is answered as it ended: read `status`. Cancelling twice is the same as once.',
  scope: 'video:read',
  params: JobParams,
  replies: { 200: JobSummary },
  errors: ['video_not_found'],
});
