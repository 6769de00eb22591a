import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { Level } from '../frames/levels.ts';
import { Depth } from '../questions/question.ts';

const seconds = z.number();

const estimateFields = {
  credits: z
    .number()
    .min(0)
    .nullable()
    .describe('What the call would be charged now; null while the length is not known.'),
  reason: z
    .string()
    .optional()
    .describe('Why credits is null, or why the call would be answered without a charge.'),
  cache_hit: z
    .boolean()
    .describe('Whether the window was paid for before, or the question answered before.'),
  window: z
    .tuple([seconds, seconds])
    .nullable()
    .describe('[start, end] that is asked, in seconds; null while the length is not known.'),
  sheets: z.int().min(0).nullable().describe('Sheets that the answer would hold.'),
  estimated_vision_tokens: z
    .int()
    .min(0)
    .nullable()
    .describe('What those sheets would cost a vision model.'),
  wallet: z.enum(['plan', 'topup']).describe('What this credential spends.'),
  balance_after: z
    .number()
    .min(0)
    .nullable()
    .describe('What this credential could spend afterwards; null where credits is.'),
};

const detail = Level.nullable().describe(
  'The level, for frames; null for a transcript, and while auto cannot choose.',
);

export const CallEstimate = z
  .strictObject({ ...estimateFields, detail })
  .meta({ id: 'CallEstimate' });
export type CallEstimate = z.infer<typeof CallEstimate>;

export const QuestionEstimate = z
  .strictObject({ ...estimateFields, depth: Depth })
  .meta({ id: 'QuestionEstimate' });
export type QuestionEstimate = z.infer<typeof QuestionEstimate>;

export const ItemEstimate = z
  .strictObject({
    ref: z.string().nullable().describe('As sent; null when none was.'),
    estimate: QuestionEstimate.nullable().describe('null where the item would fail.'),
    error: ApiError.nullable().describe('What the item would fail with.'),
  })
  .meta({ id: 'ItemEstimate' });
export type ItemEstimate = z.infer<typeof ItemEstimate>;

export const BatchEstimate = z
  .strictObject({
    ...estimateFields,
    depth: Depth,
    items: z.array(ItemEstimate).describe('In the order they were sent, each after those before.'),
  })
  .meta({ id: 'BatchEstimate' });
export type BatchEstimate = z.infer<typeof BatchEstimate>;

const estimated = <Estimate extends z.ZodType>(estimate: Estimate) => z.strictObject({ estimate });

export const CallEstimated = estimated(CallEstimate).meta({ id: 'CallEstimated' });
export const QuestionEstimated = estimated(QuestionEstimate).meta({ id: 'QuestionEstimated' });
export const BatchEstimated = estimated(BatchEstimate).meta({ id: 'BatchEstimated' });
