import {
  WebhookDeliveryList,
  WebhookDeliveryQuery,
} from '../../../layers/domain/webhooks/webhook-delivery.ts';
import { route } from '../../../layers/http/route.ts';

export const listDeliveriesRoute = route({
  name: 'list-deliveries',
  method: 'GET',
  path: '/v1/webhooks/deliveries',
  summary: 'What became of webhooks',
  description:
    'Newest first, kept for 30 days. A delivery is tried until a 2xx, after waits of 2 s, 5 s, 30 s, 2 min, 15 min, 1 h and 6 h, or as long as `Retry-After` asks for; then, or after a 410, it is parked.',
  scope: 'account:read',
  query: WebhookDeliveryQuery,
  replies: { 200: WebhookDeliveryList },
  errors: ['invalid_request'],
});
