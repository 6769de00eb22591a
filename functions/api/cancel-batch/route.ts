import { Batch, BatchParams } from '../../../layers/domain/batches/batch.ts';
import { route } from '../../../layers/http/route.ts';

export const cancelBatchRoute = route({
  name: 'cancel-batch',
  method: 'POST',
  path: '/v1/batches/{batch_id}/cancel',
  summary: 'Stop a batch',
  description:
    'What has not ended ends as cancelled and is given back; answers that are there stay. A batch whose items have all ended stays as it is. Cancelling twice is the same as once.',
  scope: 'video:read',
  params: BatchParams,
  replies: { 200: Batch },
  errors: ['video_not_found'],
});
