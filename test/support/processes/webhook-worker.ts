import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { dynamoWebhookSecrets } from '../../../layers/adapters/dynamo/webhooks/webhook-secrets.ts';
import { egress } from '../../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../../layers/adapters/egress/proxy.ts';
import { httpReceiver } from '../../../layers/adapters/webhooks/call-receiver.ts';
import { makeDeliverWebhook } from '../../../layers/app/webhooks/deliver-webhook.ts';

// A worker process that makes one attempt at a delivery.
const {
  records,
  message,
  now: at,
}: {
  records: string;
  message: { orgId: string; deliveryId: string };
  now: string;
} = JSON.parse(process.argv[2] ?? '');
const db = documentClient(
  new DynamoDBClient({
    endpoint: process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '',
  }),
);
const proxy = await startProxy(egress('1'));
const deliver = makeDeliverWebhook({
  deliveries: dynamoDeliveries(db, records),
  secrets: dynamoWebhookSecrets(db, records),
  // However busy the machine is, an attempt ends by an answer or with its worker.
  call: httpReceiver({ ...egress('1'), proxy: proxy.lane().url, timeoutMs: 50_000 }),
  queue: { send: async () => undefined },
  now: () => new Date(at),
});
await deliver(message);
process.exit(0);
