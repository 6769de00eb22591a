import { z } from 'zod';
import { Shortfall } from '../accounts/shortfall.ts';
import { FramesResult, Sheet } from './frames.ts';

/**
 * A frames result as it is kept: with the sheets' keys for links, and nothing of the job that
 * asked.
 */
export const StoredFrames = FramesResult.omit({
  job_id: true,
  status: true,
  credits_charged: true,
  cache_hit: true,
}).extend({
  sheets: z.array(Sheet.omit({ url: true, b64: true }).extend({ key: z.string() })),
  shortfall: Shortfall,
});
export type StoredFrames = z.infer<typeof StoredFrames>;
