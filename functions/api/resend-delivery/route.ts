import {
  DeliveryParams,
  WebhookDelivery,
} from '../../../layers/domain/webhooks/webhook-delivery.ts';
import { route } from '../../../layers/http/route.ts';

export const resendDeliveryRoute = route({
  name: 'resend-delivery',
  method: 'POST',
  path: '/v1/webhooks/deliveries/{deliveryId}/resend',
  summary: 'Send a webhook again',
  description:
    'The same bytes under the same `webhook-id`, signed anew. Its attempts are counted from the first again. One that waits for its next attempt waits no longer; one whose attempt is under way goes on as it is.',
  scope: 'account:read',
  params: DeliveryParams,
  replies: { 200: WebhookDelivery },
  errors: ['video_not_found'],
});
