import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsWebhookQueue } from '../../../layers/adapters/sqs/webhook-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeResendDelivery } from '../../../layers/app/webhooks/resend-delivery.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { credentialGate } from '../../compose/gate.ts';
import { Env } from './env.ts';
import { resendDeliveryRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const resendDelivery = makeResendDelivery({
  deliveries: dynamoDeliveries(db, env.RECORDS_TABLE),
  queue: sqsWebhookQueue(queueClient(), env.WEBHOOK_QUEUE_URL),
  now: systemClock,
});

export const handler = httpHandler(resendDeliveryRoute, gate, async ({ principal, params }) => ({
  status: 200,
  body: await resendDelivery(principal.orgId, params.deliveryId),
}));
