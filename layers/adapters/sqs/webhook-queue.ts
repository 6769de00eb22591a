import type { SQSClient } from '@aws-sdk/client-sqs';
import type { WebhookQueue } from '../../app/ports/webhooks/webhooks.ts';
import { send } from './client.ts';

export const sqsWebhookQueue = (client: SQSClient, url: string): WebhookQueue => ({
  send: ({ orgId, deliveryId }, delaySeconds) =>
    send(client, url, { org_id: orgId, delivery_id: deliveryId }, { delaySeconds, group: orgId }),
});
