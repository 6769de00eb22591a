import { RotatedWebhookSecret } from '../../../layers/domain/webhooks/webhook-secret.ts';
import { route } from '../../../layers/http/route.ts';

export const rotateWebhookSecretRoute = route({
  name: 'rotate-webhook-secret',
  method: 'POST',
  path: '/v1/webhook-secret/rotate',
  summary: 'Make a new secret for webhooks',
  description:
    'For 24 hours the new secret and the one before sign every webhook, both in `webhook-signature`, so that receivers can be changed one after the other. Rotating again within that time adds another; of more than five secrets the oldest ends.',
  scope: 'person',
  replies: { 200: RotatedWebhookSecret },
  errors: [],
});
