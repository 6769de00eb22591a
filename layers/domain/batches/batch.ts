import { z } from 'zod';
import {
  deliveryFields,
  estimateField,
  exactlyOneSource,
  nameField,
  oneSourceSchema,
  sourceFields,
} from '../calls/source-request.ts';
import { limitedTo } from '../characters.ts';
import { ApiError } from '../errors.ts';
import { id } from '../ids.ts';
import { secondsField } from '../query-number.ts';
import { instructionsField, JsonSchema, questionField, Unanswered } from '../questions/question.ts';

export const BATCH_STATES = [
  'queued',
  'running',
  'succeeded',
  'partial',
  'failed',
  'cancelled',
] as const;
export const BatchState = z.enum(BATCH_STATES);
export type BatchState = z.infer<typeof BatchState>;

/** The most videos of one batch. */
export const MAX_BATCH_ITEMS = 20;

export const BatchItemRequest = z
  .strictObject({
    ...sourceFields,
    question: questionField.optional(),
    schema: JsonSchema.optional(),
    instructions: instructionsField.optional(),
    ref: limitedTo(z.string().min(1), 255).optional().describe('Your own name for it, given back.'),
  })
  .refine(...exactlyOneSource)
  .meta({ id: 'BatchItemRequest', ...oneSourceSchema });
export type BatchItemRequest = z.infer<typeof BatchItemRequest>;

export const BatchRequest = z
  .strictObject({
    items: z
      .array(BatchItemRequest)
      .min(1)
      .max(MAX_BATCH_ITEMS)
      .describe('One video each; every one is read on its own.'),
    question: questionField.optional().describe('For every item without one of its own.'),
    schema: JsonSchema.optional(),
    instructions: instructionsField.optional().describe('For every item without its own.'),
    verb: z.literal('watch_video').default('watch_video'),
    idempotency_key: deliveryFields.idempotency_key,
    estimate: estimateField,
  })
  .meta({ id: 'BatchRequest' });
export type BatchRequest = z.infer<typeof BatchRequest>;

export const BatchCreated = z
  .strictObject({
    batch_id: id('bat'),
    verb: z.literal('watch_video'),
    status: BatchState,
    total: z.int().min(1),
  })
  .meta({ id: 'BatchCreated' });
export type BatchCreated = z.infer<typeof BatchCreated>;

export const BatchItem = z
  .strictObject({
    ref: z.string().nullable().describe('As sent; null when none was.'),
    run_id: id('run'),
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
    session_id: id('ses').nullable().describe("Of this item's video; null until it is read."),
    answer: z.string().nullable().describe('null until answered, and once its video was erased.'),
    value: z.unknown().describe('With a schema: the answer in that shape. null without.'),
    unanswered: z.array(Unanswered),
    credits_charged: z.number().min(0),
    error: ApiError.nullable().describe(
      'Why this item failed; it keeps its place. `video_not_found` also where its video was erased afterwards: `status` and counts stay, what was read is gone.',
    ),
  })
  .meta({ id: 'BatchItem' });
export type BatchItem = z.infer<typeof BatchItem>;

export const Batch = z
  .strictObject({
    batch_id: id('bat'),
    status: BatchState.describe('partial: some items were answered and some were not.'),
    total: z.int().min(1),
    done: z.int().min(0).describe('Items answered.'),
    failed: z.int().min(0),
    credits_charged: z.number().min(0).describe('Over all items.'),
    items: z.array(BatchItem).describe('In the order they were sent.'),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof Batch>;

export const BatchParams = z.strictObject({ batch_id: nameField });
export type BatchParams = z.infer<typeof BatchParams>;

export const BatchQuery = z.strictObject({
  wait: secondsField(0, 60, 0).describe(
    'Seconds to hold the call open until the batch ends. 0 answers at once.',
  ),
});
export type BatchQuery = z.infer<typeof BatchQuery>;
