import { z } from 'zod';
import { nameField } from '../calls/source-request.ts';
import { id } from '../ids.ts';
import { countField } from '../query-number.ts';

/** Seconds to wait after each attempt that failed; after the last one a delivery is parked. */
export const DELIVERY_WAITS_SECONDS = [2, 5, 30, 120, 900, 3600, 21_600] as const;
/** What a receiver asks for beyond this is not kept to. */
const LONGEST_WAIT_SECONDS = 21_600;
/** By which a receiver says that it wants no further message: Standard Webhooks. */
const GONE = 410;

const dateTime = z.iso.datetime();

export const WebhookDelivery = z
  .strictObject({
    id: z.string().describe('Sent as `webhook-id`, the same at every attempt.'),
    job_id: id('job').optional().describe('The job it tells of, where it tells of one.'),
    upload_id: id('upl').optional().describe('The upload it tells of, where it tells of one.'),
    url: z.string(),
    status: z
      .enum(['pending', 'delivered', 'parked'])
      .describe(
        'parked: every attempt failed, or the receiver answered 410 (gone), and no other one follows.',
      ),
    attempts: z.int().min(0),
    created_at: dateTime,
    next_attempt_at: dateTime
      .nullable()
      .describe('null when no attempt follows, and while one is under way.'),
    last_response: z
      .strictObject({
        at: dateTime,
        status: z.int().nullable().describe('HTTP status; null when there was no answer.'),
        error: z.string().nullable().describe('Why there was no answer.'),
      })
      .nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryList = z
  .strictObject({ deliveries: z.array(WebhookDelivery).describe('Newest first.') })
  .meta({ id: 'WebhookDeliveryList' });
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>;

/** An id that names nothing is not found, whatever its shape; so the shape is not judged here. */
export const DeliveryParams = z.strictObject({ deliveryId: nameField });

export const WebhookDeliveryQuery = z.strictObject({
  limit: countField(1, 100, 20).describe('Deliveries to return.'),
});

/** The id of the one delivery for a job or an upload: of its time, so that lists are in order. */
export const deliveryIdOf = (subjectId: string): string => subjectId.replace(/^[a-z]+_/, 'msg_');

/** A delivery as it is kept. */
export const DeliveryRecord = WebhookDelivery.extend({
  job_id: z.string().optional(),
  upload_id: z.string().optional(),
  org_id: z.string(),
  /** The bytes that are signed and sent; an attempt never changes them. */
  body: z.string(),
  /** Whose attempt is under way, if one is: until `next_attempt_at` no other one is begun. */
  claimed_by: z.string().optional(),
}).strip();
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** What came back from a receiver. */
export type ReceiverAnswer =
  | {
      readonly status: number;
      readonly error: null;
      /** What it asks for before the next attempt. */
      readonly retryAfterSeconds?: number | undefined;
    }
  | { readonly status: null; readonly error: string };

/**
 * A delivery after an attempt: delivered by a 2xx, else to be tried again, or parked after the last
 * wait or by a receiver that is gone.
 */
export function afterAttempt(
  delivery: DeliveryRecord,
  answer: ReceiverAnswer,
  now: Date,
): DeliveryRecord {
  const { status, error } = answer;
  const last_response = { at: now.toISOString(), status, error };
  const base = { ...delivery, last_response, next_attempt_at: null };
  if (status !== null && status >= 200 && status < 300) return { ...base, status: 'delivered' };
  const wait = DELIVERY_WAITS_SECONDS[delivery.attempts - 1];
  if (wait === undefined || status === GONE) return { ...base, status: 'parked' };
  const asked = (status !== null && answer.retryAfterSeconds) || 0;
  const seconds = Math.max(wait, Math.min(asked, LONGEST_WAIT_SECONDS));
  return { ...base, next_attempt_at: new Date(now.getTime() + seconds * 1000).toISOString() };
}
