import {
  type DeliveryRecord,
  WebhookDelivery,
  type WebhookDeliveryList,
} from '../../domain/webhooks/webhook-delivery.ts';
import type { Deliveries } from '../ports/webhooks/webhooks.ts';

/** What became of an organization's newest webhooks. */
export const makeListDeliveries =
  ({ deliveries }: { deliveries: Pick<Deliveries, 'list'> }) =>
  async (orgId: string, limit: number): Promise<WebhookDeliveryList> => ({
    deliveries: (await deliveries.list(orgId, limit)).map(shownDelivery),
  });

/** A delivery without what is signed and sent. */
export const shownDelivery = ({
  org_id: _,
  body: __,
  ...delivery
}: DeliveryRecord): WebhookDelivery => WebhookDelivery.parse(delivery);
