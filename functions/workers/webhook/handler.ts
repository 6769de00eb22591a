import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { dynamoWebhookSecrets } from '../../../layers/adapters/dynamo/webhooks/webhook-secrets.ts';
import { egress } from '../../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../../layers/adapters/egress/proxy.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsWebhookQueue } from '../../../layers/adapters/sqs/webhook-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { httpReceiver } from '../../../layers/adapters/webhooks/call-receiver.ts';
import { makeDeliverWebhook } from '../../../layers/app/webhooks/deliver-webhook.ts';
import { deliveryHandler } from '../../../layers/queue/delivery-handler.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const db = documentClient();
const outside = egress(env.ALLOW_PRIVATE_SOURCES, env.EGRESS_PORTS);
const { lane } = await startProxy(outside);

export const handler = deliveryHandler(
  makeDeliverWebhook({
    deliveries: dynamoDeliveries(db, env.RECORDS_TABLE),
    secrets: dynamoWebhookSecrets(db, env.RECORDS_TABLE),
    call: httpReceiver({ ...outside, proxy: lane().url }),
    queue: sqsWebhookQueue(queueClient(), env.WEBHOOK_QUEUE_URL),
    now: systemClock,
  }),
);
