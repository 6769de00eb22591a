import { z } from 'zod';
import { BatchCreated, BatchRequest } from '../../../layers/domain/batches/batch.ts';
import { BatchEstimated } from '../../../layers/domain/calls/estimate.ts';
import { route } from '../../../layers/http/route.ts';

export const createBatchRoute = route({
  name: 'create-batch',
  method: 'POST',
  path: '/v1/batches',
  summary: 'Ask the same of several videos',
  description:
    'Each video is read on its own, at the price of asking it alone; one that several items name is read once, and asked on. Items wait until the plan has room for them. Read the batch to see its answers. With estimate it says what it would cost, and starts nothing.',
  scope: 'video:read',
  body: BatchRequest,
  replies: { 200: z.union([BatchCreated, BatchEstimated]) },
  errors: ['invalid_schema', 'invalid_request', 'rate_limited'],
});
