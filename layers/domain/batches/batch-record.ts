import { z } from 'zod';
import { Hundredths } from '../accounts/credits.ts';
import { ApiError } from '../errors.ts';

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
  /**
   * The body of the question that is asked for it; null when it waits no more. Its words are about
   * the video, and are then kept with the video's job alone.
   */
  request: z.record(z.string(), z.unknown()).nullable(),
  job_id: z.string().nullable(),
  /** The job is another caller's, whose answer is given along, free. */
  joined: z.boolean().default(false),
  error: ApiError.nullable(),
  /** How its job had ended when that was erased with its video. */
  ended: z
    .object({ status: z.enum(['succeeded', 'failed', 'cancelled']), credits_charged: Hundredths })
    .optional(),
});
export type BatchItemRecord = z.infer<typeof BatchItemRecord>;

export type WaitingItem = BatchItemRecord & {
  readonly request: NonNullable<BatchItemRecord['request']>;
};

export const isWaiting = (item: BatchItemRecord): item is WaitingItem =>
  item.request !== null && item.job_id === null && item.error === null;
