import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import { notFound } from '../not-found.ts';
import type { Clock } from '../ports/clock.ts';
import type { Deliveries, WebhookQueue } from '../ports/webhooks/webhooks.ts';
import { shownDelivery } from './list-deliveries.ts';

interface Deps {
  readonly deliveries: Pick<Deliveries, 'renew'>;
  readonly queue: WebhookQueue;
  readonly now: Clock;
}

/**
 * Sends a delivery again that was delivered or parked, or waits for its next attempt: the same bytes
 * under the same id, its attempts counted from the first. One whose attempt is under way goes on as
 * it is.
 * @throws DomainError video_not_found
 */
export const makeResendDelivery =
  ({ deliveries, queue, now }: Deps) =>
  async (orgId: string, deliveryId: string): Promise<WebhookDelivery> => {
    const delivery = await deliveries.renew({ orgId, deliveryId }, now());
    if (!delivery) throw notFound('delivery');
    // When its message cannot be sent, the sweep finds it.
    await queue.send({ orgId, deliveryId }, 0).catch(() => undefined);
    return shownDelivery(delivery);
  };
