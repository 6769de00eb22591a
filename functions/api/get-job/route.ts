import { Job, JobParams } from '../../../layers/domain/jobs/job.ts';
import { route } from '../../../layers/http/route.ts';

export const getJobRoute = route({
  name: 'get-job',
  method: 'GET',
  path: '/v1/jobs/{jobId}',
  summary: 'A job and what it made',
  description: 'Links in the result are signed afresh at each call.',
  scope: 'video:read',
  params: JobParams,
  replies: { 200: Job },
  errors: ['video_not_found'],
  // A result with its pictures inside passes what a buffered answer may hold.
  long: true,
});
