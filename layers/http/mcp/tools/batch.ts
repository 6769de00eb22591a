import { z } from 'zod';
import { BatchCreated, BatchRequest } from '../../../domain/batches/batch.ts';
import { DEPTH_SPECS } from '../../../domain/questions/depths.ts';
import { parsed } from '../../api-event.ts';
import { NextCall, waitOn } from '../next-call.ts';
import { members, tool } from '../tool.ts';

const fields = members(BatchRequest.shape, [
  ...(['items', 'question', 'schema', 'instructions', 'idempotency_key'] as const),
]);

const { creditsPerMinute, leastCredits } = DEPTH_SPECS.full;

export const batchTool = tool({
  name: 'batch',
  title: 'Ask the same of several videos',
  description: `Asks up to 20 videos at once. Each is read as a whole, at depth full, for the price of asking it alone: ${creditsPerMinute} credits a minute, at least ${leastCredits}. Answers at once with a batch_id; read the answers with get_job, to which it is the job_id.`,
  scope: 'video:read',
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  input: z.strictObject(fields),
  output: BatchCreated.extend({ next: NextCall }),
  async call({ who, calls }, request) {
    const created = await calls.createBatch(who, parsed(BatchRequest, request));
    return { structured: { ...created, next: waitOn(created.batch_id) } };
  },
});
