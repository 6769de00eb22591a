import {
  WebhookDelivery,
  type WebhookDeliveryList,
} from '../../domain/webhooks/webhook-delivery.ts';
import type { Deliveries } from '../ports/webhooks/webhooks.ts';

/** What became of an organization's newest webhooks. */
export const makeListDeliveries =
  ({ deliveries }: { deliveries: Pick<Deliveries, 'list'> }) =>
  async (orgId: string, limit: number): Promise<WebhookDeliveryList> => ({
    deliveries: (await deliveries.list(orgId, limit)).map(({ org_id: _, body: __, ...delivery }) =>
      WebhookDelivery.parse(delivery),
    ),
  });
