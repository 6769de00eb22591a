import { z } from 'zod';
import { ApiError } from './errors.ts';

/** A batch as it is kept; `Batch` is what is told of it. */
export const BatchRecord = z.object({
  batch_id: z.string(),
  org_id: z.string(),
  wallet: z.enum(['topup', 'plan']),
  total: z.int().min(1),
  cancelled: z.boolean(),
  created_at: z.iso.datetime(),
});
export type BatchRecord = z.infer<typeof BatchRecord>;

/** One video of a batch. It waits until its job is accepted, or its error is known. */
export const BatchItemRecord = z.object({
  index: z.int().min(0),
  run_id: z.string(),
  ref: z.string().nullable(),
  /** The body of the question that is asked for it. */
  request: z.record(z.string(), z.unknown()),
  job_id: z.string().nullable(),
  /** The job is another caller's, whose answer is given along, free. */
  joined: z.boolean().default(false),
  error: ApiError.nullable(),
});
export type BatchItemRecord = z.infer<typeof BatchItemRecord>;

export const isWaiting = ({ job_id, error }: BatchItemRecord): boolean =>
  job_id === null && error === null;
