import { JobList, JobListQuery } from '../../../layers/domain/jobs/job.ts';
import { route } from '../../../layers/http/route.ts';

export const listJobsRoute = route({
  name: 'list-jobs',
  method: 'GET',
  path: '/v1/jobs',
  summary: 'Recent jobs',
  description: 'Newest first, without their results: GET /v1/jobs/{jobId} has those.',
  scope: 'account:read',
  query: JobListQuery,
  replies: { 200: JobList },
  errors: ['invalid_request'],
});
