import { Batch, BatchParams, BatchQuery } from '../../../layers/domain/batches/batch.ts';
import { route } from '../../../layers/http/route.ts';

export const getBatchRoute = route({
  name: 'get-batch',
  method: 'GET',
  path: '/v1/batches/{batch_id}',
  summary: 'A batch and its answers',
  description:
    'With `wait` the call is held until the batch has ended or the seconds are over, and answered with whatever is there.',
  scope: 'video:read',
  params: BatchParams,
  query: BatchQuery,
  replies: { 200: Batch },
  errors: ['invalid_request', 'video_not_found'],
  long: true,
});
