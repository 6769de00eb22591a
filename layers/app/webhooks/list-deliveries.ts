import {
  type DeliveryRecord,
  WebhookDelivery,
  type WebhookDeliveryList,
} from '../../domain/webhooks/webhook-delivery.ts';
import type { Deliveries } from '../ports/webhooks/webhooks.ts';

interface Deps {
  readonly deliveries: Pick<Deliveries, 'list'>;
  /** Is told of deliveries that cannot be read, of another release or damaged: they are left out. */
  readonly passOver: (unreadable: Error) => void;
}

/** What became of an organization's newest webhooks. */
export const makeListDeliveries =
  ({ deliveries, passOver }: Deps) =>
  async (orgId: string, limit: number): Promise<WebhookDeliveryList> => ({
    deliveries: (await deliveries.list(orgId, limit, passOver)).map(shownDelivery),
  });

/** A delivery without what is signed and sent. Of one that is being tried the next try is not known. */
export const shownDelivery = ({
  org_id: _,
  body: __,
  claimed_by: claim,
  ...delivery
}: DeliveryRecord): WebhookDelivery =>
  WebhookDelivery.parse(claim === undefined ? delivery : { ...delivery, next_attempt_at: null });
