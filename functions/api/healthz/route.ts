import { Health } from '../../../layers/domain/health.ts';
import { route } from '../../../layers/http/route.ts';

export const healthzRoute = route({
  name: 'healthz',
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the service is up',
  description: 'The tools are really started, at most once in ten seconds.',
  scope: 'none',
  replies: { 200: Health },
  errors: [],
  runtime: 'media',
});
