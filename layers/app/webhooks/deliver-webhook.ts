import { afterAttempt, DELIVERY_WAITS_SECONDS } from '../../domain/webhooks/webhook-delivery.ts';
import type { Clock } from '../ports/clock.ts';
import type {
  CallReceiver,
  Deliveries,
  DeliveryRef,
  WebhookQueue,
  WebhookSecrets,
} from '../ports/webhooks/webhooks.ts';

interface Deps {
  readonly deliveries: Pick<Deliveries, 'claim' | 'settle'>;
  readonly secrets: Pick<WebhookSecrets, 'signing'>;
  readonly call: CallReceiver;
  readonly queue: WebhookQueue;
  readonly now: Clock;
}

/** Longer than an attempt can take. */
export const ATTEMPT_MS = 60_000;
/** Waits beyond what a queue can delay a message for are ended by the sweep. */
const LONGEST_DELAY_SECONDS = 900;
/** A message that did not come by then was lost. */
const GRACE_MS = 60_000;

const GIVEN_UP = { status: null, error: 'the attempts were cut off' } as const;

/** Makes one attempt at a delivery that is due, and sees to the next one when it fails. */
export const makeDeliverWebhook =
  ({ deliveries, secrets, call, queue, now }: Deps) =>
  async (ref: DeliveryRef): Promise<void> => {
    const at = now();
    const delivery = await deliveries.claim(ref, at, new Date(at.getTime() + ATTEMPT_MS));
    if (!delivery) return;
    // Attempts of which nothing was heard count too.
    const exhausted = delivery.attempts > DELIVERY_WAITS_SECONDS.length + 1;
    const answer = exhausted
      ? GIVEN_UP
      : await call({ ...delivery, secrets: await secrets.signing(ref.orgId, at), at });
    const after = afterAttempt(delivery, answer, now());
    const next = Date.parse(after.next_attempt_at ?? after.created_at);
    const delaySeconds = Math.max(0, Math.ceil((next - now().getTime()) / 1000));
    const byMessage = delaySeconds <= LONGEST_DELAY_SECONDS;
    await deliveries.settle(ref, after, new Date(byMessage ? next + GRACE_MS : next));
    if (after.status === 'pending' && byMessage) await queue.send(ref, delaySeconds);
  };
